import { parseUrl } from '../../../shared/parse-url.ts'
import { type CheckVerdict, verdictLine } from '../doctor/check-verdict.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { inlineScriptSources } from '../web/inline-scripts.ts'
import { type Command, configOption, type Given, UsageError } from './command.ts'
import { configOf } from './config-of.ts'
import { checkProjectId } from './project-access.ts'

/** The id of the seeded project. */
const defaultProject = 'demo'

/** The origin in a text that must contain nothing else. @throws UsageError */
function originOf(text: string, name: string): string {
  const url = parseUrl(text)
  const isOrigin =
    url !== undefined && /^https?:$/.test(url.protocol) && `${url.pathname}${url.search}${url.hash}` === '/'
  if (!isOrigin || url.username !== '' || url.password !== '')
    throw new UsageError(`${name} must be an origin such as https://wallet.example, not "${text}".`)
  return url.origin
}

/** The page's origin from `--origin`. */
function pageOriginOf(given: Given): { readonly pageOrigin?: string } {
  const text = given.text('origin')
  return text === undefined ? {} : { pageOrigin: originOf(text, '--origin') }
}

const countOf = (findings: readonly CheckVerdict[], level: CheckVerdict['level']): number =>
  findings.filter((finding) => finding.level === level).length

function summary(findings: readonly CheckVerdict[]): string {
  const [errors, warnings] = [countOf(findings, 'error'), countOf(findings, 'warning')]
  return `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`
}

export const doctorCommand: Command = {
  path: ['doctor'],
  summary: 'Check a deployment from outside, and say what to mend. Exit code 1: there are errors.',
  positionals: ['[URL]'],
  options: {
    ...configOption,
    project: { value: 'ID', description: `The project to check with; default: ${defaultProject}.` },
    origin: { value: 'ORIGIN', description: 'The origin of a page that uses the project.' },
  },
  run: async (given, io) => {
    const [text] = given.positionals
    const projectId = checkProjectId(given.text('project') ?? defaultProject)
    const named = text === undefined ? undefined : originOf(text, 'URL')
    const page = pageOriginOf(given)
    // Without a URL, checks the deployment of this machine's configuration.
    const loaded = named === undefined ? await configOf(given, io) : undefined
    const url = named ?? loaded?.config.publicUrl ?? ''
    const findings = await runChecks({
      ...{ url, projectId, version: io.version, scriptsOf: inlineScriptSources },
      ...{ fetch: io.fetch, probeSocket: io.probeSocket },
      ...page,
      ...(loaded && { config: loaded.config }),
    })
    if (given.has('json')) io.print(JSON.stringify({ url, project: projectId, findings }))
    else {
      for (const finding of findings) io.print(verdictLine(finding))
      io.print(summary(findings))
    }
    return countOf(findings, 'error') > 0 ? 1 : 0
  },
}
