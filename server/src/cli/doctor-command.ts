import { parseUrl } from '../../../shared/parse-url.ts'
import { type CheckVerdict, verdictLine } from '../doctor/check-verdict.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { inlineScriptSources } from '../web/inline-scripts.ts'
import { type Command, configOption, type ParsedArguments, UsageError } from './command.ts'
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
function pageOriginOf(args: ParsedArguments): { readonly pageOrigin?: string } {
  const text = args.text('origin')
  return text === undefined ? {} : { pageOrigin: originOf(text, '--origin') }
}

const countOf = (verdicts: readonly CheckVerdict[], level: CheckVerdict['level']): number =>
  verdicts.filter((verdict) => verdict.level === level).length

function summary(verdicts: readonly CheckVerdict[]): string {
  const [errors, warnings] = [countOf(verdicts, 'error'), countOf(verdicts, 'warning')]
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
  run: async (args, ports) => {
    const [text] = args.positionals
    const projectId = checkProjectId(args.text('project') ?? defaultProject)
    const urlArgument = text === undefined ? undefined : originOf(text, 'URL')
    const page = pageOriginOf(args)
    // Without a URL, checks the deployment of this machine's configuration.
    const loaded = urlArgument === undefined ? await configOf(args, ports) : undefined
    const url = urlArgument ?? loaded?.config.publicUrl ?? ''
    const verdicts = await runChecks({
      ...{ url, projectId, version: ports.version, scriptsOf: inlineScriptSources },
      ...{ fetch: ports.fetch, probeSocket: ports.probeSocket },
      ...page,
      ...(loaded && { config: loaded.config }),
    })
    if (args.has('json')) ports.print(JSON.stringify({ url, project: projectId, findings: verdicts }))
    else {
      for (const verdict of verdicts) ports.print(verdictLine(verdict))
      ports.print(summary(verdicts))
    }
    return countOf(verdicts, 'error') > 0 ? 1 : 0
  },
}
