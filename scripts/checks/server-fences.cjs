/**
 * Who may import whom in server/: cli → web, store, adapters, doctor → core, chain-clients, vendor-clients → ports → shared.
 * @type {import('dependency-cruiser').IForbiddenRuleType[]}
 */
const tests = '\\.test\\.ts$|(^|/)testing/'

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = [
  forbid(
    'server-apart',
    'server imports only itself, shared/ and the compiled account contract',
    { path: '^server/', pathNot: tests },
    { path: '^(widget-app|host-sdk|vault|contracts|e2e|bench|scripts)/', pathNot: '^contracts/out/' },
  ),
  forbid(
    'server-ports-lowest',
    'ports are types: they import only ports, shared/ and zod',
    { path: '^server/src/ports/' },
    { pathNot: '^(server/src/ports|shared)/|node_modules/zod/' },
  ),
  forbid(
    'server-core-pure',
    'core imports only core, ports, shared/ and zod: no framework, no chain SDK, no node module',
    { path: '^server/src/core/', pathNot: tests },
    { pathNot: '^(server/src/(core|ports)|shared)/|node_modules/zod/' },
  ),
  forbid(
    'server-adapter-alone',
    'An adapter imports itself, chain-clients, vendor-clients, ports and packages, never another adapter, core, web or cli',
    { path: '^server/src/adapters/([^/]+)/', pathNot: tests },
    { path: '^server/src/', pathNot: '^server/src/(adapters/$1|chain-clients|vendor-clients|ports)/' },
  ),
  forbid(
    'server-chain-clients-low',
    'chain-clients turn the JSON-RPC port into typed reads: they import ports, shared/ and packages',
    { path: '^server/src/chain-clients/', pathNot: tests },
    { path: '^server/src/', pathNot: '^server/src/(chain-clients|ports)/' },
  ),
  forbid(
    'server-vendor-clients-low',
    'vendor-clients are what adapters of foreign services share: they import ports, shared/ and packages',
    { path: '^server/src/vendor-clients/', pathNot: tests },
    { path: '^server/src/', pathNot: '^server/src/(vendor-clients|ports)/' },
  ),
  forbid(
    'server-store-below',
    'The store knows ports',
    { path: '^server/src/store/', pathNot: tests },
    { path: '^server/src/', pathNot: '^server/src/(store|ports)/' },
  ),
  forbid(
    'server-doctor-outside',
    'doctor sees a deployment over HTTP: it imports core, config, ports and shared/, never what the server is made of',
    { path: '^server/src/doctor/', pathNot: tests },
    { path: '^server/src/', pathNot: '^server/src/(doctor|core|config|ports)/' },
  ),
  forbid(
    'server-web-below',
    'web serves core over ports; it knows no adapter and no database',
    { path: '^server/src/web/', pathNot: tests },
    { path: '^server/src/', pathNot: '^server/src/(web|core|ports)/' },
  ),
]
