/** The demo's way to the running service: as a person's browser would go it. */
import type { Project } from "../../protocol/api/api.ts";
import { ProjectClient } from "./project-client.ts";
import { answerTo, type Requests } from "./requests.ts";

class SignIn implements Requests {
  readonly url: string;
  project = "";
  cookie = "";

  constructor(url: string) {
    this.url = url;
  }

  headers(): Record<string, string> {
    return { Cookie: this.cookie, Origin: this.url };
  }
}

export class ApiClient extends ProjectClient {
  readonly #signIn: SignIn;

  constructor(url: string) {
    const signIn = new SignIn(url);
    super(signIn);
    this.#signIn = signIn;
  }

  /** Makes the account and signs in. */
  async signUp(person: { name: string; email: string; password: string }): Promise<void> {
    const { email, password } = person;
    await this.#auth("sign-up/email", person);
    await this.#auth("sign-in/email", { email, password });
  }

  async createOrganization(name: string, slug: string): Promise<string> {
    const created = await this.#auth("organization/create", { name, slug });
    return String(created.id);
  }

  /** Further calls are about this project. */
  async createProject(organization: string, name: string): Promise<Project> {
    // The new one is in no other project.
    this.#signIn.project = "";
    const project: Project = await this.call("POST", "/v1/projects", { organization, name });
    this.#signIn.project = project.id;
    return project;
  }

  async #auth(path: string, body: unknown): Promise<Record<string, unknown>> {
    const response = await answerTo(this.#signIn, {
      method: "POST",
      path: `/api/auth/${path}`,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
    if (cookies.length > 0) this.#signIn.cookie = cookies.join("; ");
    return (await response.json()) as Record<string, unknown>;
  }
}
