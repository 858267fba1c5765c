/** True while the user prefers reduced motion; true as well if the browser does not support the query. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true
}
