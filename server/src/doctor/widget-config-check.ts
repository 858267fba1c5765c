import {
  completeDeployConfig,
  type DeployConfig,
  deployConfigSchema,
} from '../../../shared/config/deploy-config.ts'
import { invalidPath, parseWire } from '../../../shared/wire-schema.ts'
import { readJson } from '../core/json-text.ts'
import { type CheckVerdict, failed, passed, warning } from './check-verdict.ts'
import { coversUrl } from './csp.ts'
import type { Deployment } from './deployment.ts'
import { statusProblem } from './http.ts'

const check = '/widget.config.json'

type ConfigCheckResult = { readonly verdicts: readonly CheckVerdict[]; readonly config?: DeployConfig }

/** Checks the file that the widget reads at startup: URLs of API, gateway and relay. */
export async function checkWidgetConfig({ send, url }: Deployment): Promise<ConfigCheckResult> {
  const response = await send(`${url}${check}`)
  const problem = statusProblem(response)
  if (problem !== undefined || response.is === 'failed')
    return {
      verdicts: [
        failed(
          check,
          problem ?? '',
          'Serve the file beside index.html: without it the widget does not start',
        ),
      ],
    }
  const json = readJson(response.text)
  if (json === undefined)
    return { verdicts: [failed(check, 'is not JSON', 'Look for a proxy or a fallback page that answers')] }
  const parsed = parseWire(deployConfigSchema, json)
  if (!parsed.success) {
    const key = invalidPath(deployConfigSchema, json).join('.') || 'the whole file'
    return {
      verdicts: [
        failed(check, `is refused by the widget: look at ${key}`, 'Correct the value; see docs/deploy.md'),
      ],
    }
  }
  const config = completeDeployConfig(parsed.data)
  const isLocal = config.environment === 'local'
  return {
    config,
    verdicts: [
      isLocal
        ? warning(check, 'has the environment "local", which is for development', 'Set it to "production"')
        : passed(check, 'is accepted by the widget'),
    ],
  }
}

/** Checks for hosts that the widget connects to and its policy blocks. */
export function checkConnections(
  { url }: Deployment,
  { apiUrl, blockchainApiUrl, rpcUrl, rpcFallbackUrls, walletConnect }: DeployConfig,
  policies: readonly (readonly string[])[],
): readonly CheckVerdict[] {
  const targets = [apiUrl, blockchainApiUrl, rpcUrl, ...rpcFallbackUrls, walletConnect.relayUrl]
  const blocked = [...new Set(targets)].filter(
    (target) => target !== '' && policies.some((sources) => !coversUrl(sources, target, url)),
  )
  return blocked.map((target) =>
    failed(
      'connect-src',
      `blocks ${target}, which widget.config.json names`,
      'Add its origin to connect-src: `drawbridge headers` prints the policy',
    ),
  )
}
