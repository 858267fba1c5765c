/** This widget's version, as hosts and the API see it (SPEC §7 `sv`). */
export const widgetVersion = 'widget-0.1.0'
