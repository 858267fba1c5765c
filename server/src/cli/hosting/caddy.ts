import type { HostingRule } from '../../core/documents/hosting-rules.ts'
import { headersOf, inQuotes } from './header-lines.ts'
import { pathRegexp } from './path-regexp.ts'

function blockOf(rule: HostingRule, index: number): string {
  const matcher = `@drawbridge${index + 1}`
  return [
    // Regular expressions, because `path` ignores letter case, which project ids distinguish.
    `	${matcher} path_regexp \`${pathRegexp(rule.match)}\``,
    `	handle ${matcher} {`,
    '		header {',
    ...headersOf(rule, 'Caddy').map(([name, value]) => `			${name} ${inQuotes(value)}`),
    '		}',
    ...(rule.file === undefined ? [] : [`		rewrite * ${rule.file}`]),
    '		file_server',
    '	}',
  ].join('\n')
}

/**
 * Writes a `route` for the site block of a Caddyfile whose `root` is the folder of the built widget. The site's own `handle`
 * blocks, such as one with `reverse_proxy` for the API, run before it.
 */
export const caddyConfig = (rules: readonly HostingRule[]): string =>
  ['route {', ...rules.map(blockOf), '}'].join('\n')
