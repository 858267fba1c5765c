/**
 * Who may import whom, as docs/architecture.md draws it. Type-only edges count too.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const src = '^widget-app/src/'
const tests = '\\.(test|spec)\\.tsx?$|(^|/)testing/|(^|[/-])fixtures?\\.tsx?$'

/** A package that only one folder may import; the fence holds inside widget-app and shared. */
const fence = (name, packages, home, except = tests) => ({
  name: `fence-${name}`,
  comment: `${packages} stays inside ${home}`,
  severity: 'error',
  from: { path: '^(widget-app|shared)/', pathNot: `${home}|${except}` },
  to: { path: `(^|node_modules/)(${packages})(/|$)` },
})

/** Modules of `from` may not reach modules of `to`. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** The parts of chains/ that hold no chain: types of what an adapter does, and of what a request contains. */
const chainShape = `${src}chains/(chain-adapter|request-facts|simulation|embedded-(source|handle|batch))\\.ts$`

/** Domains that may import other domains: `{ orders: ['balances'] }`. A domain not listed imports only itself. */
const domainImports = {
  accounts: ['networks', 'wallets'],
  analytics: ['accounts'],
  balances: ['networks'],
  connections: ['accounts', 'analytics', 'embedded-wallet', 'networks', 'wallets'],
  'embedded-wallet': ['accounts', 'networks', 'review-queue'],
  modal: ['accounts', 'connections', 'networks', 'wallets'],
  orders: ['analytics', 'balances', 'networks', 'transactions'],
  review: ['accounts', 'balances', 'embedded-wallet', 'networks', 'review-queue', 'transactions', 'wallets'],
  'review-queue': ['modal'],
  transactions: ['accounts', 'analytics', 'balances', 'networks', 'review-queue', 'rpc'],
  wallets: ['networks'],
}

/** One rule per listed domain, and one for all others. */
const domainFences = [
  ...Object.entries(domainImports).map(([name, others]) =>
    forbid(
      `domain-alone-${name}`,
      `domain/${name} imports only the domains listed in domainImports`,
      { path: `${src}domain/${name}/`, pathNot: tests },
      { path: `${src}domain/`, pathNot: `${src}domain/(${[name, ...others].join('|')})/` },
    ),
  ),
  forbid(
    'domain-alone',
    'A domain imports another domain only where domainImports lists it',
    {
      path: `${src}domain/([^/]+)/`,
      pathNot: [tests, ...Object.keys(domainImports).map((name) => `${src}domain/${name}/`)].join('|'),
    },
    { path: `${src}domain/`, pathNot: `${src}domain/$1/` },
  ),
]

module.exports = {
  forbidden: [
    forbid('no-cycles', 'A cycle has no layers', {}, { circular: true }),
    forbid(
      'resolvable',
      'Every import leads somewhere; of the conformance pages the compiler and the build say so',
      { pathNot: '^e2e/conformance/src/' },
      // Pages of the local world load the built SDK from its server.
      { couldNotResolve: true, pathNot: '^/sdk/' },
    ),
    forbid(
      'no-tests-in-code',
      'Shipped code never imports tests, their worlds or fixtures; the development pages draw fixtures',
      { pathNot: `${tests}|^(e2e|bench|scripts)/|^(widget-app/src/app|vault/src)/development/` },
      { path: tests, pathNot: '^e2e/' },
    ),

    // Top level
    forbid(
      'shared-is-lowest',
      'shared/ imports only shared/',
      { path: '^shared/' },
      { path: '^(host-sdk|widget-app|vault|server|contracts|e2e|bench|scripts)/' },
    ),
    forbid(
      'widget-apart',
      'The widget imports only itself and shared/',
      { path: '^widget-app/' },
      { path: '^(host-sdk|server|contracts|e2e|bench|scripts)/' },
    ),
    forbid(
      'sdk-apart',
      'host-sdk imports only itself and shared/',
      { path: '^host-sdk/' },
      { path: '^(widget-app|server|contracts|e2e|bench|scripts)/' },
    ),
    forbid(
      'sdk-shared',
      'host-sdk reaches only shared/{channel,config,errors,caip} and wire-schema.ts',
      { path: '^host-sdk/src/' },
      { path: '^shared/', pathNot: '^shared/((channel|config|errors|caip)/|wire-schema\\.ts$)' },
    ),
    forbid(
      'sdk-shared-reach',
      'What host-sdk reaches through shared/ stays there too',
      {
        path: '^shared/(channel|config|errors|caip)/',
        pathNot: `${tests}|^shared/config/sdk-manifest\\.ts$`,
      },
      { path: '^shared/', pathNot: '^shared/((channel|config|errors|caip)/|wire-schema\\.ts$)' },
    ),
    forbid(
      'sdk-packages',
      'host-sdk ships comlink (through shared/channel), zod and base58 (through shared/caip), nothing else',
      { path: '^host-sdk/src/', pathNot: `${tests}|^host-sdk/src/entries/(viem|react|polkadot)\\.ts$` },
      {
        dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional', 'npm-no-pkg', 'npm-unknown', 'core'],
        pathNot: 'node_modules/zod/',
      },
    ),
    forbid(
      'world-apart',
      'e2e, bench and scripts use builds, never sources, of widget and SDK; the table of wallets joins the two in one process, and the record reads what the sources of the widget define',
      { path: '^(e2e|bench|scripts)/', pathNot: '^(e2e/wallet-behaviours|scripts/record)/' },
      {
        path: '^(widget-app/src|host-sdk/src)/',
        pathNot: '^widget-app/src/domain/[^/]+/generated/',
      },
    ),
    forbid(
      'tests-see-pages',
      'e2e/tests sees pages, HTTP, the stack file and tokens to make',
      { path: '^e2e/tests/' },
      {
        path: '^(e2e/stack|scripts|shared|bench)/',
        pathNot:
          '^(e2e/stack/(stack-file|wallets/setup|api/fault-control|chains/solana/extended-mints|contracts/out/fee-token|walletconnect/(thread-messages|wallet-script|relay-fault|dapp))|shared/(zod|testing/rotation))\\.ts$',
      },
    ),
    forbid(
      'world-not-up',
      'The local world does not know its tests',
      { path: '^e2e/stack/' },
      { path: '^(e2e/tests|bench|scripts)/' },
    ),

    ...['server', 'vault', 'contract'].flatMap((part) => require(`./scripts/checks/${part}-fences.cjs`)),

    // Widget layers: app → features | chains/<ns> (import() only) | bridge → domain, ui → core → lib → shared
    forbid(
      'lib-lowest',
      'lib is mechanism without product words',
      { path: `${src}lib/`, pathNot: tests },
      { path: src, pathNot: `${src}(lib|i18n)/` },
    ),
    forbid(
      'i18n-is-text',
      'i18n knows only the shape of messages',
      { path: `${src}i18n/` },
      { path: src, pathNot: `${src}(i18n|lib/i18n)/` },
    ),
    forbid(
      'ui-knows-nothing',
      'ui is looks: it knows lib and itself',
      { path: `${src}ui/`, pathNot: tests },
      { path: src, pathNot: `${src}(ui|lib|i18n)/` },
    ),
    forbid(
      'ui-no-product',
      'ui takes no product types',
      { path: `${src}ui/`, pathNot: tests },
      { path: '^shared/', pathNot: '^shared/(amount|config/theme)' },
    ),
    forbid(
      'core-below',
      'core imports only core, lib, i18n, shared and the shape of chains',
      { path: `${src}core/`, pathNot: tests },
      { path: src, pathNot: `${src}(core|lib|i18n)/|${chainShape}` },
    ),
    forbid(
      'domain-below',
      'domain imports core, lib, shared and the shape of chains',
      { path: `${src}domain/`, pathNot: tests },
      { path: src, pathNot: `${src}(domain|core|lib|i18n)/|${chainShape}` },
    ),
    ...domainFences,
    forbid(
      'bridge-below',
      'bridge imports domain, core, lib and the shape of chains',
      { path: `${src}bridge/`, pathNot: tests },
      { path: src, pathNot: `${src}(bridge|domain|core|lib|i18n)/|${chainShape}` },
    ),
    forbid(
      'chains-below',
      'chains know lib and shared',
      { path: `${src}chains/`, pathNot: tests },
      { path: src, pathNot: `${src}(chains|lib)/` },
    ),
    forbid(
      'chain-alone',
      'One chain never imports another',
      { path: `${src}chains/([^/]+)/`, pathNot: tests },
      { path: `${src}chains/[^/]+/`, pathNot: `${src}chains/($1|testing)/` },
    ),
    forbid(
      'chain-is-lazy',
      'A chain is reached by import() from the registry; only its manifest is known at once',
      { path: src, pathNot: `${src}chains/[^/]+/|${tests}` },
      {
        path: `${src}chains/[^/]+/`,
        pathNot: `${src}chains/[^/]+/manifest\\.ts$`,
        dependencyTypesNot: ['dynamic-import'],
      },
    ),
    forbid(
      'chain-by-registry',
      'Only the registry names a chain',
      { path: src, pathNot: `${src}chains/|${tests}` },
      { path: `${src}chains/[^/]+/` },
    ),
    forbid(
      'features-below',
      'features import domain, core, ui, lib and the shape of chains',
      { path: `${src}features/`, pathNot: tests },
      { path: src, pathNot: `${src}(features|domain|core|ui|lib|i18n)/|${chainShape}` },
    ),
    forbid(
      'feature-alone',
      'A feature never imports another feature',
      { path: `${src}features/([^/]+)/` },
      { path: `${src}features/`, pathNot: `${src}features/$1/` },
    ),
    forbid('app-on-top', 'Nobody imports app', { path: src, pathNot: `${src}app/` }, { path: `${src}app/` }),
    forbid(
      'atoms-in-atoms',
      'In features with a folder atoms/, only that folder and the views know atoms',
      {
        path: `${src}features/(send|swap|onramp|exchange|smart-sessions)/`,
        pathNot: `${src}features/[^/]+/(atoms|views)/|${tests}`,
      },
      { path: `${src}lib/(state|query|storage)\\.ts$` },
    ),
    forbid(
      'atoms-on-top',
      'Of a feature, only atoms/ and the views import its atoms/, types too',
      { path: `${src}features/([^/]+)/`, pathNot: `${src}features/[^/]+/(atoms|views)/|${tests}` },
      { path: `${src}features/$1/atoms/` },
    ),
    forbid(
      'actions-are-plain',
      'Actions and models know neither jotai nor React',
      { path: `${src}features/[^/]+/(actions|model)\\.ts$` },
      { path: `(^|node_modules/)(react|react-dom|jotai)(/|$)|${src}lib/state\\.ts$|\\.tsx$` },
    ),

    // Packages
    fence('viem', 'viem', `${src}chains/eip155/`),
    fence('solana', '@solana', `${src}chains/solana/`),
    fence('polkadot', '@polkadot[^/]*|polkadot-api|dedot', `${src}chains/polkadot/`),
    fence('walletconnect', '@walletconnect|@reown', `${src}chains/walletconnect/`),
    fence('comlink', 'comlink', '^shared/channel/', '^$'),
    fence('base58', '@scure/base', '^shared/caip/', '^$'),
    fence('jotai', 'jotai[^/]*', `${src}lib/(state|query|storage)\\.ts$`, `${src}lib/.*\\.test\\.tsx?$`),
    fence('query', '@tanstack', `${src}lib/query-engine\\.ts$`),
    fence('router', 'react-router(-dom)?', `${src}(lib/nav\\.tsx|app/.*)$`),
    forbid(
      'zod-mini',
      'zod only as zod/mini, and only through shared/zod.ts, which lets wire schemas nest in its schemas; types are free',
      {
        path: '^(widget-app|shared|host-sdk|vault|server|contracts|e2e|bench|scripts)/',
        pathNot: '^(shared/zod\\.ts$|e2e/conformance/)',
      },
      { path: 'node_modules/zod/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'no-react-in-shared',
      'shared/ has no React',
      { path: '^shared/' },
      { path: 'node_modules/react' },
    ),
    forbid(
      'no-node-in-browser',
      'Shipped code runs in browsers',
      { path: '^(widget-app/src|shared|host-sdk/src|vault/src)/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'no-dev-packages',
      'Shipped code imports no development package',
      { path: '^(widget-app/src|shared|host-sdk/src|vault/src)/', pathNot: tests },
      { dependencyTypes: ['npm-dev'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|host-sdk/dist|widget-app/src/domain/[^/]+/generated|e2e/stack/contracts/out)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.json', '.css'],
    },
  },
}
