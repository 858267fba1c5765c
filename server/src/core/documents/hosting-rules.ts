import { embedPath, isolatedEmbedPath } from '../../../../shared/config/embed-path.ts'
import type { Project } from '../../ports/stores/projects.ts'
import {
  assetHeaders,
  confirmHeaders,
  type DocumentPolicy,
  documentHeaders,
  sdkHeaders,
} from './document-headers.ts'

/** Which paths a rule matches. `release`: the SDK files of any exact version (`sdkReleasePath`). */
export type PathMatch =
  | { readonly is: 'exact'; readonly path: string }
  | { readonly is: 'under'; readonly folder: string; readonly extension?: string }
  | { readonly is: 'release' }

/** How a static host responds to a set of paths. */
export type HostingRule = {
  readonly match: PathMatch
  /** The file that is served for every path of the rule; absent: the file at the path. */
  readonly file?: string
  readonly headers: Readonly<Record<string, string>>
}

type HostingInput = {
  readonly projects: readonly Project[]
  readonly policy: DocumentPolicy
  /** CSP sources of the inline scripts of `index.html`. */
  readonly scripts: readonly string[]
}

const documentFile = '/index.html'

/** Any page may read the files: SDK files are loaded from other origins, as the server's CORS middleware allows. */
const readable = { 'access-control-allow-origin': '*' }

const exact = (path: string): PathMatch => ({ is: 'exact', path })

/** The documents that the hosts of a project frame. */
const documentsOf = (project: Project, { policy, scripts }: HostingInput): readonly HostingRule[] =>
  [embedPath, isolatedEmbedPath].map((folder) => ({
    match: exact(`${folder}${project.id}`),
    file: documentFile,
    headers: documentHeaders(project, policy, scripts, folder === isolatedEmbedPath),
  }))

/** Rules of the widget's other files: headers differ by folder and extension. */
const assetRules: readonly HostingRule[] = ['/assets/', '/'].flatMap((folder) =>
  ['.js', '.svg', undefined].map((extension) => ({
    match: { is: 'under', folder, ...(extension !== undefined && { extension }) } as const,
    headers: { ...assetHeaders(`${folder}file${extension ?? ''}`), ...readable },
  })),
)

/**
 * The headers of the widget's documents and files, for a host that serves the build without this server. The first rule that
 * matches a path sets all of its headers. No page can frame documents of projects that are not listed.
 */
export function hostingRules(hosted: HostingInput): readonly HostingRule[] {
  const { projects, policy, scripts } = hosted
  const inTab = documentHeaders('top-level', policy, scripts)
  return [
    { match: exact('/'), file: documentFile, headers: inTab },
    { match: exact(documentFile), headers: inTab },
    { match: exact('/confirm.html'), headers: confirmHeaders(policy) },
    { match: exact('/widget.config.json'), headers: { 'cache-control': 'no-store', ...readable } },
    ...projects.flatMap((project) => documentsOf(project, hosted)),
    {
      match: { is: 'under', folder: embedPath },
      file: documentFile,
      headers: documentHeaders('unknown', policy, scripts),
    },
    { match: { is: 'release' }, headers: { ...sdkHeaders('/sdk/0.0.0/file'), ...readable } },
    { match: { is: 'under', folder: '/sdk/' }, headers: { ...sdkHeaders('/sdk/v1/file'), ...readable } },
    ...assetRules,
  ]
}
