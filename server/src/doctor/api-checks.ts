import { endpointUrl } from '../../../shared/api/endpoint.ts'
import { getAllowedOrigins } from '../../../shared/api/project.ts'
import * as z from '../../../shared/zod.ts'
import { explainOrigin } from '../core/documents/explain-origin.ts'
import { patternProblem } from '../core/documents/origin-pattern-problem.ts'
import { readJson } from '../core/json-text.ts'
import { type CheckVerdict, failed, passed, warning } from './check-verdict.ts'
import { coversUrl } from './csp.ts'
import { claimedOrigin, commonQueryOf, type Deployment } from './deployment.ts'
import { type HttpResult, statusProblem } from './http.ts'
import { checkOriginLists, type DocumentOrigins } from './origin-list-checks.ts'

const corsCheck = 'CORS'

/** The header names that a preflight must allow (web/app.ts). */
const requestHeaders = ['authorization', 'content-type', 'x-nonce-jwt', 'x-otp']

function allowedNames(response: HttpResult): readonly string[] {
  const text = response.is === 'answered' ? (response.headers.get('access-control-allow-headers') ?? '') : ''
  return text.split(',').map((name) => name.trim().toLowerCase())
}

/** Checks CORS of a response, of an error, and of a preflight. */
async function checkCors(deployment: Deployment, apiUrl: string): Promise<readonly CheckVerdict[]> {
  const origin = claimedOrigin(deployment)
  const { path } = getAllowedOrigins
  const valid = endpointUrl(apiUrl, getAllowedOrigins, {}, {}, commonQueryOf(deployment))
  const preflight = {
    'access-control-request-method': 'GET',
    'access-control-request-headers': requestHeaders.join(','),
  }
  const [success, failure, options] = await Promise.all([
    deployment.send(valid, { headers: { origin } }),
    // Without the query that each call has, the API responds with 400.
    deployment.send(`${apiUrl}${path}`, { headers: { origin } }),
    deployment.send(valid, { method: 'OPTIONS', headers: { origin, ...preflight } }),
  ])
  const lacksCors = (response: HttpResult): boolean => {
    if (response.is === 'failed') return false
    const allowed = response.headers.get('access-control-allow-origin')
    return allowed !== '*' && allowed !== origin
  }
  const remedy = 'Let the API send access-control-allow-origin, and no proxy remove it'
  // The widget reads an API of its own origin without CORS.
  const verdictOf = new URL(apiUrl).origin === deployment.url ? warning : failed
  const problems = [
    ...(lacksCors(success) ? [verdictOf(corsCheck, 'is missing on answers of the API', remedy)] : []),
    ...(lacksCors(failure)
      ? [
          verdictOf(
            corsCheck,
            'is missing on errors of the API: browsers hide the reason from the caller',
            'Let no proxy answer errors by pages of its own',
          ),
        ]
      : []),
    ...(lacksCors(options) || requestHeaders.some((name) => !allowedNames(options).includes(name))
      ? [
          verdictOf(
            corsCheck,
            `refuses the preflight of ${requestHeaders.join(', ')}`,
            'Pass OPTIONS requests on to the API',
          ),
        ]
      : []),
  ]
  return problems.length > 0 ? problems : [passed(corsCheck, 'is sent with answers, errors and preflights')]
}

/** Checks the origins that the project lists, and whether the page is one of them. */
function originVerdicts(
  { pageOrigin, projectId, url }: Deployment,
  allowedOrigins: readonly string[],
  ancestors: readonly (readonly string[])[],
): readonly CheckVerdict[] {
  const check = `project ${projectId}`
  const edit = `drawbridge project origins ${projectId}`
  const malformed = allowedOrigins.flatMap((pattern) => {
    const problem = patternProblem(pattern)
    return problem === undefined
      ? []
      : [
          warning(
            check,
            `lists the pattern ${pattern}, which ${problem}`,
            `Replace it: ${edit} --remove ${pattern}`,
          ),
        ]
  })
  if (pageOrigin === undefined)
    return allowedOrigins.length === 0
      ? [
          failed(
            check,
            'lists no origins: no page of yours can use it',
            `Add one: ${edit} --add https://shop.example`,
          ),
        ]
      : [...malformed, passed(check, `lists ${allowedOrigins.join(', ')}`)]
  // The API does not report whether default origins are accepted; the document's policy shows it.
  const acceptsDefaultOrigins =
    ancestors.length > 0 && ancestors.every((sources) => coversUrl(sources, pageOrigin, url))
  const { verdict, reason, suggestion } = explainOrigin(pageOrigin, { allowedOrigins, acceptsDefaultOrigins })
  const message = `${verdict === 'listed' ? 'lists' : verdict === 'unverified' ? 'accepts as unverified' : 'refuses'} ${pageOrigin}: ${reason.replace(/\.$/, '')}`
  const remedy = suggestion === undefined ? 'Use another origin' : `Add it: ${edit} --add ${suggestion}`
  if (verdict === 'listed') return [...malformed, passed(check, message)]
  return [
    ...malformed,
    verdict === 'unverified' ? warning(check, message, remedy) : failed(check, message, remedy),
  ]
}

/**
 * Checks the project and the CORS headers of the API.
 * @param apiUrl base URL of its endpoints.
 * @param documents the origins in the project's documents, the document of most pages first.
 */
export async function checkApi(
  deployment: Deployment,
  apiUrl: string,
  documents: readonly DocumentOrigins[],
): Promise<readonly CheckVerdict[]> {
  const { projectId, send } = deployment
  const check = `project ${projectId}`
  const response = await send(endpointUrl(apiUrl, getAllowedOrigins, {}, {}, commonQueryOf(deployment)))
  if (response.is === 'answered' && response.status === 401)
    return [
      failed(
        check,
        'does not exist on this deployment',
        `Check the id (drawbridge project list), or add it: drawbridge project add ${projectId} --origin https://shop.example`,
      ),
      ...(await checkCors(deployment, apiUrl)),
    ]
  const problem = statusProblem(response)
  if (problem !== undefined || response.is === 'failed')
    return [
      failed(
        'API',
        `${getAllowedOrigins.path} ${problem}`,
        'Pass the paths of the API on to the server, or name it as apiUrl in widget.config.json',
      ),
    ]
  const parsed = z.safeParse(getAllowedOrigins.response(), readJson(response.text))
  if (!parsed.success)
    return [
      failed(
        'API',
        `${getAllowedOrigins.path} answers something else than JSON of the API`,
        'Look for a fallback page of a proxy, or a server of another version',
      ),
    ]
  return [
    ...originVerdicts(deployment, parsed.data.allowedOrigins, documents[0]?.ancestors ?? []),
    ...checkOriginLists(deployment, documents, parsed.data.allowedOrigins),
    ...(await checkCors(deployment, apiUrl)),
  ]
}
