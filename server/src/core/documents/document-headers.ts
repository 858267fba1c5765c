import { defaultAllowedOrigins } from '../../../../shared/api/origin-pattern.ts'
import type { Project } from '../../ports/stores/projects.ts'
import { cspSources } from './csp-sources.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Permissions that the widget's document denies itself. The camera stays allowed, if the host allows it: it scans QR codes.
 */
const deniedPermissions = [
  'accelerometer',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/** The part of the configuration that the Content Security Policy of documents depends on. */
export type DocumentPolicy = {
  /** CSP sources in addition to `'self'` that the widget connects to: API and gateway of other origins. */
  readonly connectSources: readonly string[]
  /** WalletConnect relay of projects without their own; absent or `none`: no relay. */
  readonly relayUrl?: string
  /** Origins that the widget may frame: those of onramp providers and of the vault. */
  readonly frameSources: readonly string[]
}

/** The project a document is served for; `top-level`: none, opened in its own tab; `unknown`: no project has the id. */
export type DocumentProject = Project | 'top-level' | 'unknown'

const policyOf = (connectSources: readonly string[], scripts: readonly string[]) => [
  "default-src 'none'",
  ["script-src 'self'", ...scripts].join(' '),
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  ["connect-src 'self'", ...connectSources].join(' '),
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  // The worker that decodes QR codes: its Trusted Types policy allows that one script.
  'trusted-types code-worker',
]

/** The only host of WalletConnect's vendor that the SDK frames, with `walletConnect.verify` only. */
const verifyHost = 'https://verify.walletconnect.org'

/**
 * Origins that may frame the document: none for a document in its own tab or for an unknown project, else those of the
 * project. Never `*`: a page that is not listed gets no widget.
 */
function frameAncestors(project: DocumentProject): string {
  if (project === 'top-level' || project === 'unknown') return "'none'"
  const patterns = [
    ...project.allowedOrigins,
    ...(project.acceptsDefaultOrigins ? defaultAllowedOrigins : []),
  ]
  return [...new Set(patterns.flatMap(cspSources))].join(' ') || "'none'"
}

/** CSP sources of the relay, in addition to `connectSources`. */
function relaySources(project: DocumentProject, { relayUrl }: DocumentPolicy): readonly string[] {
  const projectUrl = typeof project === 'object' ? project.walletConnect.relayUrl : undefined
  const url = projectUrl ?? relayUrl ?? 'none'
  return url === 'none' ? [] : [new URL(url).origin]
}

/** Where browsers report CSP violations; the name that `report-to` uses. */
const reportGroup = 'csp'
export const reportPath = '/csp-reports'

/**
 * Header that a cross-origin isolated page requires of the document in a frame. `require-corp`, which every browser
 * supports, has no cost compared to `credentialless`: the widget loads files of its own origin, or by CORS.
 */
const isolatedHeaders: Headers = { 'cross-origin-embedder-policy': 'require-corp' }

/**
 * Headers of the widget's document.
 * @param scripts CSP sources of the inline scripts of the document.
 * @param isIsolated true for the document of cross-origin isolated pages (`isolatedEmbedPath`), which cannot frame other
 * documents.
 */
export function documentHeaders(
  project: DocumentProject,
  policy: DocumentPolicy,
  scripts: readonly string[],
  isIsolated = false,
): Headers {
  const isVerified = typeof project === 'object' && project.walletConnect.isVerified === true
  const frameSources = isIsolated ? [] : [...(isVerified ? [verifyHost] : []), ...policy.frameSources]
  const connectSources = [...new Set([...relaySources(project, policy), ...policy.connectSources])]
  return {
    'content-security-policy': [
      ...policyOf(connectSources, scripts),
      ...(frameSources.length > 0 ? [`frame-src ${frameSources.join(' ')}`] : []),
      `frame-ancestors ${frameAncestors(project)}`,
      `report-to ${reportGroup}`,
    ].join('; '),
    'reporting-endpoints': `${reportGroup}="${reportPath}"`,
    // Requests a separate process: no page of another origin of this site shares it.
    'origin-agent-cluster': '?1',
    'cross-origin-resource-policy': 'cross-origin',
    // In its own tab, the page that opened the document has no handle to it (R14); browsers ignore the header in a frame.
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy': ['camera=(self)', ...deniedPermissions.map((name) => `${name}=()`)].join(', '),
    'cache-control': 'no-store',
    ...(isIsolated ? isolatedHeaders : {}),
  }
}

/**
 * Headers of the confirm window's document (`/confirm.html`). No page may frame it. It sends no Cross-Origin-Opener-Policy,
 * which would disconnect it from the frame that opened it, and may frame no document itself.
 */
export function confirmHeaders(policy: DocumentPolicy): Headers {
  const { 'cross-origin-opener-policy': _openerPolicy, ...headers } = documentHeaders(
    'top-level',
    { ...policy, frameSources: [] },
    [],
  )
  return { ...headers, 'x-frame-options': 'DENY', 'cross-origin-resource-policy': 'same-origin' }
}

/**
 * Headers of the vault's document, which is on an origin of its own. No page may frame it, and it creates no script from text. It
 * sends no Cross-Origin-Opener-Policy, which would disconnect it from the frame that opened it.
 */
export function vaultHeaders(policy: DocumentPolicy): Headers {
  const { 'content-security-policy': contentPolicy = '', ...headers } = confirmHeaders({
    ...policy,
    relayUrl: 'none',
  })
  return {
    ...headers,
    'content-security-policy': contentPolicy
      .replace("worker-src 'self'", "worker-src 'none'")
      .replace('trusted-types code-worker', "trusted-types 'none'"),
    'permissions-policy': ['camera', ...deniedPermissions].map((name) => `${name}=()`).join(', '),
  }
}

/**
 * Headers of the vault's document in a frame of the widget, where it signs payments within a limit: only the widget on a page of the
 * project may frame it.
 */
export function paymentHeaders(
  project: DocumentProject,
  policy: DocumentPolicy,
  widgetOrigin: string,
): Headers {
  const {
    'content-security-policy': contentPolicy = '',
    'x-frame-options': _,
    ...headers
  } = vaultHeaders(policy)
  const pages = frameAncestors(project)
  const ancestors = pages === "'none'" ? pages : `${widgetOrigin} ${pages}`
  return {
    ...headers,
    'content-security-policy': contentPolicy.replace(
      "frame-ancestors 'none'",
      `frame-ancestors ${ancestors}`,
    ),
    'cross-origin-resource-policy': 'cross-origin',
  }
}

/** An SVG that is opened as a document of this origin must not run scripts. */
export const imageHeaders: Headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

/** Matches the start of the path of a file of an exact SDK version. */
export const sdkReleasePath = /^\/sdk\/\d+\.\d+\.\d+[^/]*\//

/**
 * Headers of the SDK files (`/sdk/<version>/…`), which pages of any origin load: files of an exact version never change,
 * those of a protocol version (`/sdk/v1/…`) change with each release.
 */
export function sdkHeaders(path: string): Headers {
  return {
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': sdkReleasePath.test(path)
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
  }
}

/** Headers of all other files of the widget's origin; files with a hash in the name never change. */
export function assetHeaders(path: string): Headers {
  return {
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': /^\/assets\//.test(path)
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
    // A worker starts in that document only if its own script has the same header (HTML, "run a worker").
    ...(path.endsWith('.js') ? isolatedHeaders : {}),
    ...(path.endsWith('.svg') ? imageHeaders : {}),
  }
}
