import { embedPath } from '../../../../shared/config/embed-path.ts'
import type { HostingRule } from '../../core/documents/hosting-rules.ts'
import { CommandError } from '../command.ts'
import { headersOf } from './header-lines.ts'

/** Limits of a `_headers` file (developers.cloudflare.com/pages/configuration/headers). */
const ruleMaxCount = 100
const lineMaxLength = 2_000
/** Length of the longest name, the colon and the indentation. */
const nameMaxLength = 40

/** Cloudflare redirects `/confirm.html` to `/confirm`: both paths get the rule. */
const pathVariants = (path: string): readonly string[] =>
  path.endsWith('.html') ? [path, path.slice(0, -'.html'.length)] : [path]

function patternsOf({ match }: HostingRule, sdkVersions: readonly string[]): readonly string[] {
  switch (match.is) {
    case 'exact':
      return pathVariants(match.path)
    case 'under':
      return [`${match.folder}*${match.extension ?? ''}`]
    case 'release':
      return sdkVersions.map((version) => `/sdk/${version}/*`)
  }
}

/**
 * Writes a `_headers` file of Cloudflare Pages or of static assets of Workers. A request gets the headers of every rule that
 * matches it, so the rules are printed in reverse order, and each one detaches the headers of those before it.
 * @param sdkVersions exact versions in the SDK folder: no pattern distinguishes them from `v1`.
 * @throws CommandError when the file would exceed Cloudflare's limits
 */
export function cloudflareConfig(rules: readonly HostingRule[], sdkVersions: readonly string[]): string {
  const names = new Set<string>()
  const blocks = rules.toReversed().flatMap((rule) => {
    const headers = headersOf(rule, 'Cloudflare', lineMaxLength - nameMaxLength)
    const detached = [...names].map((name) => `  ! ${name}`)
    for (const [name] of headers) names.add(name)
    const lines = [...detached, ...headers.map(([name, value]) => `  ${name}: ${value}`)]
    return patternsOf(rule, sdkVersions).map((pattern) => [pattern, ...lines].join('\n'))
  })
  if (blocks.length > ruleMaxCount)
    throw new CommandError(
      `Cloudflare allows ${ruleMaxCount} rules, and these projects need ${blocks.length}: print them in parts with --project, one deployment each.`,
    )
  return [`# _redirects of the same folder needs this line: ${embedPath}* / 200`, ...blocks].join('\n')
}
