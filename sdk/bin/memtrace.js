#!/usr/bin/env node
// This file is committed, because npm does not link a command whose file is missing, and `dist` is
// built only after the install.
import { existsSync } from "node:fs";

const BUILT = new URL("../dist/memtrace.js", import.meta.url);

if (existsSync(BUILT)) {
  await import(BUILT.href);
} else {
  console.error(
    "memtrace is not built. Run in the folder that MemTrace was cloned into: npm run build",
  );
  process.exitCode = 1;
}
