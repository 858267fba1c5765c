/** Loads the router, the routes of all views after Connect, and their texts. */
export const laterViews = () => import('./routes.tsx')

/** Gets the views ready that most people see next. Without it they come when they are needed. */
export const preloadLaterViews = (): void => {
  import('#widget/lib/query-engine.ts').catch(() => undefined)
  laterViews()
    .then(({ preloadNextViews }) => preloadNextViews())
    .catch(() => undefined)
}
