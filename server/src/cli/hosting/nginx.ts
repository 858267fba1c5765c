import type { HostingRule } from '../../core/documents/hosting-rules.ts'
import { headersOf, inQuotes } from './header-lines.ts'
import { pathRegexp } from './path-regexp.ts'

/** A parameter must fit into nginx's buffer of 4,096 bytes (`NGX_CONF_BUFFER`). */
const valueMaxLength = 4_000

/** nginx tries locations with `=` first, then regular expressions in order, then `/`: the order of the rules. */
function locationOf({ match }: HostingRule): string {
  if (match.is === 'exact') return `= ${match.path}`
  const isRest = match.is === 'under' && match.folder === '/' && match.extension === undefined
  return isRest ? '/' : `~ ${inQuotes(pathRegexp(match))}`
}

function blockOf(rule: HostingRule): string {
  const headers = headersOf(rule, 'nginx', valueMaxLength).map(
    // `always`: error responses have the policy too.
    ([name, value]) => `    add_header ${name} ${inQuotes(value)} always;`,
  )
  return [
    `location ${locationOf(rule)} {`,
    ...headers,
    `    try_files ${rule.file ?? '$uri'} =404;`,
    '}',
  ].join('\n')
}

/** Writes locations for nginx's `server` block whose `root` is the folder of the built widget. */
export const nginxConfig = (rules: readonly HostingRule[]): string => rules.map(blockOf).join('\n')
