// Applies the stored theme before the browser draws the page, which would flash otherwise. The
// content security policy forbids inline scripts, so this is a file.
try {
  const theme = localStorage.getItem("memtrace.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {}
