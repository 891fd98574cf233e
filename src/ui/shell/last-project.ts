/** Remembers on this device which project was open last. */
const STORAGE_KEY = "memtrace.project";

export const lastProject = (): string | null => localStorage.getItem(STORAGE_KEY);

export const rememberProject = (project: string): void =>
  localStorage.setItem(STORAGE_KEY, project);
