import { parseUrl } from '../../shared/parse-url.ts'
import type { BuiltFile } from '../size/bundle-rules.ts'

/** Files of host-sdk that contain the default widget URL. */
const entryFiles = ['index.js', 'bundle.js', 'drawbridge.js']

/** Hosts that only one machine or one network resolves. */
const privateHost = /^[^.]+$|\.(localhost|local|internal|test|invalid)$|^[\d.]+$|^\[/

/** Why a package may not be built for a widget at this URL, as a sentence; undefined for an https origin. */
export function widgetUrlProblem(widgetUrl: string | undefined): string | undefined {
  const example = 'for example DRAWBRIDGE_WIDGET_URL=https://wallet.your-shop.example'
  if (widgetUrl === undefined || widgetUrl === '')
    return `DRAWBRIDGE_WIDGET_URL is not set: the package needs the widget's origin, ${example}`
  const url = parseUrl(widgetUrl)
  if (url === undefined) return `DRAWBRIDGE_WIDGET_URL is no URL: ${widgetUrl}; ${example}`
  const { protocol, hostname, origin } = url
  if (protocol !== 'https:') return `DRAWBRIDGE_WIDGET_URL must be https: ${widgetUrl}`
  if (privateHost.test(hostname))
    return `DRAWBRIDGE_WIDGET_URL must be a public host name, or every page would open the visitor's own machine: ${widgetUrl}`
  if (origin !== widgetUrl)
    return `DRAWBRIDGE_WIDGET_URL must be an origin, without path, login or final slash: ${widgetUrl}; ${origin} is one`
  return undefined
}

/**
 * The default widget URL in a built entry of host-sdk: the constant that minified and plain code use if the options have no
 * `widgetUrl`.
 * @throws Error if the file has none, for example after a change of `createDrawbridge` or of the build.
 */
export function builtWidgetUrl({ path, text }: BuiltFile): string {
  const [, , inline] = /\bwidgetUrl\s*\?\?\s*(["'`])(https?:\/\/[^"'`]+)\1/.exec(text) ?? []
  const [, , constant] = /\bdefaultWidgetUrl\s*=\s*(["'`])(https?:\/\/[^"'`]+)\1/.exec(text) ?? []
  const found = inline ?? constant
  if (found === undefined) throw new Error(`${path} contains no default widget address`)
  return found
}

/** Built files for another widget than `widgetUrl`, or with a local URL, as sentences. */
export function builtUrlProblems(files: readonly BuiltFile[], widgetUrl: string): readonly string[] {
  const entries = entryFiles.flatMap((name) => {
    const file = files.find(({ path }) => path === name)
    if (file === undefined) return [`host-sdk has no ${name}`]
    const built = builtWidgetUrl(file)
    return built === widgetUrl ? [] : [`host-sdk ${name} was built for ${built}, not for ${widgetUrl}`]
  })
  const local = files.flatMap(({ path, text }) => {
    const [found] = /\bhttps?:\/\/([\w-]+\.)*(localhost|127\.0\.0\.1)\b[^\s"'`]*/.exec(text) ?? []
    return found === undefined ? [] : [`host-sdk ${path} contains the local address ${found}`]
  })
  return [...entries, ...local]
}
