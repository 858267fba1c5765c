import { type CheckVerdict, passed, warning } from './check-verdict.ts'
import type { Deployment } from './deployment.ts'

const check = 'Jobs'
const deadSample = /^drawbridge_jobs\{state="dead"\} (\d+)$/m

/** Checks for dead jobs in the server's metrics. `token`: that of the metrics. */
export async function checkJobs({ send, url }: Deployment, token: string): Promise<readonly CheckVerdict[]> {
  const response = await send(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const remedy = 'Let the proxy pass /metrics on, and check metrics.token'
  if (response.is === 'failed') return [warning('/metrics', `cannot be read: ${response.reason}`, remedy)]
  if (response.status !== 200) return [warning('/metrics', `answers with status ${response.status}`, remedy)]
  const dead = deadSample.exec(response.text)?.[1]
  if (dead === undefined)
    return [warning(check, 'are not counted yet', 'Run the command again in 10 seconds, or read the log')]
  return dead === '0'
    ? [passed(check, 'have been done, or are tried again')]
    : [
        warning(
          check,
          `include ${dead} that failed for good`,
          'drawbridge jobs list names them; when the cause is mended, drawbridge jobs retry --all runs them again',
        ),
      ]
}
