import {
  type DocumentProject,
  documentProjectName,
  documentProjectSchema,
} from '../../../shared/config/document-project.ts'
import { embedPath, isolatedEmbedPath } from '../../../shared/config/embed-path.ts'
import { parseWire } from '../../../shared/wire-schema.ts'
import { confirmHeaders, documentHeaders } from '../core/documents/document-headers.ts'
import { readJson } from '../core/json-text.ts'
import { type CheckVerdict, failed, passed, warning } from './check-verdict.ts'
import { coversUrl, isEverySite, isNone, parseCsp } from './csp.ts'
import type { Deployment } from './deployment.ts'
import { headerVerdicts } from './header-checks.ts'
import { statusProblem } from './http.ts'
import type { DocumentOrigins } from './origin-list-checks.ts'

/** Deployment and project add sources to it, which other checks compare. */
const plainPolicy = { connectSources: [], frameSources: [] }

type FindScripts = (html: string) => readonly string[]

/** The result of checking a project's document. */
export type CheckedDocument = {
  readonly verdicts: readonly CheckVerdict[]
  /** Version of the widget's build; undefined when the document does not contain it. */
  readonly widgetVersion?: string
  /** The project's data in the document; undefined when there is none, or when the widget cannot parse it. */
  readonly project?: DocumentProject
  /** Sources of a directive, for every policy; undefined when the document cannot be fetched. */
  readonly sourcesOf?: (directive: string) => readonly (readonly string[])[]
  /** Undefined when the document cannot be fetched. */
  readonly origins?: DocumentOrigins
}

/** The documents of a project: that of most pages, with all verdicts, and the origins in each. */
type CheckedDocuments = Omit<CheckedDocument, 'origins'> & { readonly origins: readonly DocumentOrigins[] }

/** The release of the built widget: its handshake contains it (widget-app, core/widget-version.ts). */
const versionIn = (html: string): string | undefined =>
  /["'`]widget-(\d+\.\d+\.\d+(?:-[0-9a-z.]+)?)["'`]/.exec(html)?.[1]

/** The project's data in a document, as text; the widget reads it the same way. */
function projectTextIn(html: string): string | undefined {
  const [, content] = new RegExp(`<meta name="${documentProjectName}" content="([^"]*)"`).exec(html) ?? []
  return content?.replace(/&#(\d{1,3});/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 10)),
  )
}

function parseProject(check: string, html: string): Pick<CheckedDocument, 'verdicts' | 'project'> {
  const text = projectTextIn(html)
  if (text === undefined) return { verdicts: [] }
  const parsed = parseWire(documentProjectSchema, readJson(text))
  return parsed.success
    ? { verdicts: [], project: parsed.data }
    : {
        verdicts: [
          failed(
            check,
            'states origins of the project that the widget cannot read, and opens on no page',
            'Let no proxy change the document, and serve widget and server of one version',
          ),
        ],
      }
}

function ancestorVerdicts(
  check: string,
  lists: readonly (readonly string[])[],
  { url, pageOrigin, projectId }: Deployment,
): readonly CheckVerdict[] {
  const setOrigins = `List the site: drawbridge project origins ${projectId} --add ${pageOrigin ?? 'https://shop.example'}`
  if (lists.length === 0)
    return [
      failed(
        check,
        'has no frame-ancestors: pages of every site can frame it',
        'Send the headers that `drawbridge headers` prints',
      ),
    ]
  if (lists.some(isNone)) return [failed(check, 'has frame-ancestors that let no page frame it', setOrigins)]
  if (lists.every(isEverySite))
    return [
      failed(
        check,
        'has frame-ancestors that let pages of every site frame it',
        'Send the headers that `drawbridge headers` prints',
      ),
    ]
  if (pageOrigin === undefined) return []
  return lists.every((sources) => coversUrl(sources, pageOrigin, url))
    ? [passed(check, `can be framed by ${pageOrigin}`)]
    : [failed(check, `cannot be framed by ${pageOrigin}: frame-ancestors does not cover it`, setOrigins)]
}

async function checkEmbedded(
  deployment: Deployment,
  scriptsOf: FindScripts,
  isIsolated: boolean,
): Promise<CheckedDocument> {
  const path = `${isIsolated ? isolatedEmbedPath : embedPath}${deployment.projectId}`
  const response = await deployment.send(`${deployment.url}${path}`)
  const problem = statusProblem(response)
  if (problem !== undefined || response.is === 'failed')
    return {
      verdicts: [
        failed(
          path,
          problem ?? '',
          'Serve the built index.html at this path: `drawbridge serve` does; a reverse proxy must pass it on',
        ),
      ],
    }
  const { headers, text } = response
  if (!/^text\/html\b/.test(headers.get('content-type') ?? ''))
    return {
      verdicts: [
        failed(path, 'is no HTML document', 'Serve the built index.html at this path, as text/html'),
      ],
    }
  const expected = documentHeaders('unknown', plainPolicy, scriptsOf(text), isIsolated)
  const policies = parseCsp(headers.get('content-security-policy') ?? '')
  const sourcesOf = (directive: string) =>
    policies.flatMap((policy) => {
      const sources = policy.get(directive)
      return sources === undefined ? [] : [sources]
    })
  const problems = headerVerdicts(path, headers, expected)
  const widgetVersion = versionIn(text)
  const { verdicts, project } = parseProject(path, text)
  return {
    ...(project !== undefined && { project }),
    verdicts: [
      ...verdicts,
      ...(problems.length > 0 ? problems : [passed(path, 'is served with the headers of a release')]),
      ...(policies.length > 0 ? ancestorVerdicts(path, sourcesOf('frame-ancestors'), deployment) : []),
    ],
    sourcesOf,
    origins: {
      check: path,
      ancestors: sourcesOf('frame-ancestors'),
      ...(project !== undefined && { allowedOrigins: project.allowedOrigins }),
    },
    ...(widgetVersion !== undefined && { widgetVersion }),
  }
}

async function checkConfirmWindow({ send, url }: Deployment): Promise<readonly CheckVerdict[]> {
  const check = '/confirm.html'
  const response = await send(`${url}${check}`)
  const problem = statusProblem(response)
  if (problem !== undefined || response.is === 'failed')
    return [
      warning(
        check,
        problem ?? '',
        'Serve the confirm window of the build; without it, browsers that block storage in frames cannot confirm',
      ),
    ]
  const policies = parseCsp(response.headers.get('content-security-policy') ?? '')
  const isFramed = policies.every((policy) => policy.get('frame-ancestors')?.join(' ') !== "'none'")
  const problems = [
    ...headerVerdicts(check, response.headers, confirmHeaders(plainPolicy)),
    ...(policies.length > 0 && isFramed
      ? [
          failed(
            check,
            "can be framed: its frame-ancestors is not 'none'",
            'Send the headers that `drawbridge headers` prints',
          ),
        ]
      : []),
  ]
  return problems.length > 0 ? problems : [passed(check, 'is served with the headers of a release')]
}

/**
 * Checks the documents that pages frame, and the confirm window.
 * @param scriptsOf returns CSP sources of the scripts inside a document.
 */
export async function checkDocuments(
  deployment: Deployment,
  scriptsOf: FindScripts,
): Promise<CheckedDocuments> {
  const [plain, isolated, confirm] = await Promise.all([
    checkEmbedded(deployment, scriptsOf, false),
    checkEmbedded(deployment, scriptsOf, true),
    checkConfirmWindow(deployment),
  ])
  return {
    ...plain,
    verdicts: [...plain.verdicts, ...isolated.verdicts, ...confirm],
    origins: [plain, isolated].flatMap(({ origins }) => origins ?? []),
  }
}
