/** Loads the router, the routes of all views after Connect, and their texts. */
export const loadRoutes = () => import('./routes.tsx')

/** Preloads the most frequent next views. If it fails, they load when they are needed. */
export const preloadLazyViews = (): void => {
  import('#widget/lib/query-engine.ts').catch(() => undefined)
  loadRoutes()
    .then(({ preloadNextViews }) => preloadNextViews())
    .catch(() => undefined)
}
