declare const __WIDGET_URL__: string | undefined

/** The widget's address this build was made for. */
export const defaultWidgetUrl: string =
  typeof __WIDGET_URL__ === 'string' ? __WIDGET_URL__ : 'http://widget.localhost:5173'
