/**
 * Who may import whom in contracts/. The widget, host-sdk and shared/ never import it; the fences of those folders say so.
 * @type {import('dependency-cruiser').IForbiddenRuleType[]}
 */
const tests = '\\.test\\.ts$|(^|/)testing/'

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = [
  forbid(
    'contracts-apart',
    'contracts imports only itself and shared/; its tests use the local world',
    { path: '^contracts/', pathNot: tests },
    { path: '^(host-sdk|widget-app|server|e2e|bench|scripts)/' },
  ),
  forbid(
    'contracts-output',
    'Other folders get only the compiled code of contracts, and the compiler',
    { path: '^(server|e2e|bench|scripts)/' },
    { path: '^contracts/', pathNot: '^contracts/(out/|compile-solidity\\.ts$)' },
  ),
]
