import packageFile from '../package.json' with { type: 'json' }
import type { Config } from './config/config-schema.ts'
import { probeSocket } from './doctor/probe-socket.ts'
import { runChecks } from './doctor/run-checks.ts'
import { verdictsPage, verdictsStyle } from './doctor/verdicts-page.ts'
import type { DoctorPage } from './web/doctor-page.ts'
import { inlineScriptSources } from './web/inline-scripts.ts'

/** The doctor page of the deployment, which checks it as browsers reach it; undefined without a token. */
export function createDoctorPage(config: Config): DoctorPage | undefined {
  if (config.doctor === undefined) return undefined
  const { publicUrl: url } = config
  return {
    token: config.doctor.token,
    style: verdictsStyle,
    render: async (projectId) => {
      const verdicts = await runChecks({
        ...{ url, projectId, version: packageFile.version, config },
        ...{ fetch, probeSocket, scriptsOf: inlineScriptSources },
      })
      return verdictsPage(verdicts, url, projectId)
    },
  }
}
