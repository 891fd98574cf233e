/**
 * The demo's client for the running service. It signs in with email and password, as a browser
 * does.
 */
import { peopleClientOf } from "../../protocol/routes/client.ts";
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

  async signUp(person: { name: string; email: string; password: string }): Promise<void> {
    await this.#people("POST /sign-up/email", person);
    await this.signIn(person);
  }

  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.#people("POST /sign-in/email", { email, password });
  }

  async createOrganization(name: string, slug: string): Promise<string> {
    return (await this.#people("POST /organization/create", { name, slug })).id;
  }

  /** Creates a project, and uses it in later calls. */
  async createProject(organization: string, name: string) {
    // Clear the earlier project: the request that creates a project must not name one.
    this.#signIn.project = "";
    const project = await this.call("POST /projects", { body: { organization, name } });
    this.#signIn.project = project.id;
    return project;
  }

  readonly #people = peopleClientOf(async (asked) => {
    const response = await answerTo(this.#signIn, asked);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
    if (cookies.length > 0) this.#signIn.cookie = cookies.join("; ");
    return response.json();
  });
}
