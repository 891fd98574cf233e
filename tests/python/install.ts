/**
 * Creates a Python environment for the tests of `sdk/python`, with the packages that these trace.
 * Names the packages that could not be installed; their tests are skipped.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const FOLDER = resolve(import.meta.dirname, "../../node_modules/.cache/memtrace-python");
const DONE = join(FOLDER, "installed.json");

/**
 * Each inner list is one installation. Its first element lists packages that are installed
 * together. If this fails, the other elements are installed instead, one after the other.
 */
const REQUIREMENTS: readonly (readonly string[])[] = [
  ["pytest>=8 setuptools>=77"],
  ["mypy>=1.15"],
  ["openai>=2"],
  ["mem0ai>=1 faiss-cpu"],
  ["llama-index-core>=0.14"],
  ["graphiti-core>=0.29"],
  ["zep-cloud>=3"],
  ["letta-client>=1"],
  // smartcomment itself comes from a folder: see `main.ts`. These are its dependencies.
  ["pydantic>=2 loguru>=0.7"],
  // The alternative omits the packages that only the models need; stores and chat history work
  // without them.
  [
    "langgraph>=1 langchain-openai>=1",
    "langsmith jsonpatch tenacity pyyaml uuid-utils ormsgpack",
    "--no-deps langgraph-checkpoint>=3 langchain-core>=1",
  ],
];

/** Installs the environment. Returns the path of its interpreter. */
export function installPython(): string {
  const system = process.env.PYTHON ?? "python3";
  const python = join(FOLDER, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const version = execFileSync(system, ["--version"], { encoding: "utf8" }).trim();
  const wanted = JSON.stringify([version, REQUIREMENTS]);
  const done: { wanted?: string; missing?: string[] } = existsSync(DONE)
    ? JSON.parse(readFileSync(DONE, "utf8"))
    : {};
  if (done.wanted !== wanted) {
    console.log(`Installing the packages of tests/python for ${version}`);
    mkdirSync(FOLDER, { recursive: true });
    execFileSync(system, ["-m", "venv", "--clear", FOLDER], { stdio: "inherit" });
    done.missing = REQUIREMENTS.flatMap(([all = "", ...parts]) =>
      install(python, all) ? [] : [all, ...parts.filter((part) => !install(python, part))],
    );
    writeFileSync(DONE, JSON.stringify({ wanted, missing: done.missing }));
  }
  for (const requirement of done.missing ?? [])
    console.log(`Not installed: ${requirement}. The tests that need it are skipped.`);
  return python;
}

function install(python: string, requirements: string): boolean {
  const args = ["-m", "pip", "install", "--quiet", "--retries", "1", ...requirements.split(" ")];
  try {
    // Without PYTHONPATH, because pip would count its packages as installed.
    const { PYTHONPATH: _, ...env } = process.env;
    execFileSync(python, args, { stdio: "ignore", env });
    return true;
  } catch {
    return false;
  }
}
