// Applies the stored theme before the first paint, so that the page does not flash. This is a
// separate file, because the content security policy forbids inline scripts.
try {
  const theme = localStorage.getItem("memtrace.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {}
