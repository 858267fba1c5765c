/** True while the person asks for less motion; true as well where the browser cannot tell. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true
}
