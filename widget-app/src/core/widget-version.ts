declare const __RELEASE_VERSION__: string

/** Version in host-sdk/package.json, which the build defines, as hosts and the API see it (SPEC §7 `sv`). */
export const widgetVersion: string = `widget-${__RELEASE_VERSION__}`
