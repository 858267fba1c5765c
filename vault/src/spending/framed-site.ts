/**
 * Origin of the page that has the widget in which this document is, as the browser states it: the page embeds the widget, and the widget
 * this document, and there is no other frame between. Undefined in every other place, and in browsers that do not state ancestors.
 * @param ancestors `location.ancestorOrigins`: the parent first (HTML, "ancestor origins list").
 */
export function framedSite(
  ancestors: Iterable<string> | undefined,
  widgetOrigin: string | undefined,
): string | undefined {
  if (ancestors === undefined) return undefined
  const [parent, site, ...others] = ancestors
  // An opaque origin is stated as the text `null`.
  return parent === widgetOrigin && others.length === 0 && site !== 'null' ? site : undefined
}

/** Whether this browser proves that a button is visible: IntersectionObserver v2 reports what covers it, in all frames. */
export const provesVisibility = (scope: object): boolean =>
  'IntersectionObserverEntry' in scope &&
  typeof scope.IntersectionObserverEntry === 'function' &&
  'isVisible' in Object(scope.IntersectionObserverEntry.prototype)
