declare const __RELEASE_VERSION__: string

/** Version in host-sdk/package.json, which the build defines; sent to hosts and the API (SPEC §7 `sv`). */
export const widgetVersion: string = `widget-${__RELEASE_VERSION__}`
