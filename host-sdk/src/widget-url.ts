declare const __WIDGET_URL__: string | undefined

/** The URL of the widget for which this build was made. */
export const defaultWidgetUrl: string =
  typeof __WIDGET_URL__ === 'string' ? __WIDGET_URL__ : 'http://widget.localhost:5173'
