// Before the first paint, so that a remembered theme never flashes. A file of its own because the
// content security policy forbids inline scripts.
try {
  const theme = localStorage.getItem("memtrace.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {}
