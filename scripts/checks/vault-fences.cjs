const tests = '\\.(test|spec)\\.tsx?$|(^|/)testing/'

/** Packages that handle private keys: only the vault imports them. */
const cryptography = '@noble/curves|@noble/hashes|@scure/bip32|@scure/bip39|@scure/sr25519'

/**
 * Who may import whom in vault/, and which packages only the vault imports.
 * @type {import('dependency-cruiser').IForbiddenRuleType[]}
 */
module.exports = [
  {
    name: 'vault-apart',
    comment:
      'The vault imports itself, shared/ and the sources of the widget that the other rules allow; its tests the real server',
    severity: 'error',
    from: { path: '^vault/', pathNot: '\\.chain\\.test\\.ts$|^vault/src/document/testing/' },
    to: { path: '^(host-sdk|server|e2e|bench|scripts)/' },
  },
  {
    name: 'vault-core-apart',
    comment: 'What handles keys imports nothing of the widget',
    severity: 'error',
    from: { path: '^vault/src/core/' },
    to: { path: '^(widget-app|vault/src/(wallet|document|spending))/' },
  },
  {
    name: 'vault-wallet-apart',
    comment: 'What calls the server with keys knows mechanism and the shape of chains only',
    severity: 'error',
    from: { path: '^vault/src/wallet/', pathNot: tests },
    to: { path: '^(widget-app/src/(?!lib/|chains/chain-adapter\\.ts$)|vault/src/(document|spending)/)' },
  },
  {
    name: 'vault-document-reuse',
    comment:
      'The window of the vault uses the review of the confirm window, and no other feature, and no bridge to a site',
    severity: 'error',
    from: { path: '^vault/src/(document|spending)/', pathNot: tests },
    to: { path: '^widget-app/src/(bridge|features/(?!review/)|app/(?!confirm/|shell/origin-line\\.tsx$))' },
  },
  {
    name: 'vault-alone',
    comment: 'Only the vault imports vault/',
    severity: 'error',
    from: { pathNot: '^vault/' },
    to: { path: '^vault/' },
  },
  {
    name: 'vault-development-apart',
    comment: 'No window of the vault contains its development page',
    severity: 'error',
    from: { pathNot: '^vault/src/development/' },
    to: { path: '^vault/src/development/' },
  },
  {
    name: 'vault-packages',
    comment:
      'The core of the vault ships cryptography, zod (through shared/zod.ts) and base58 (through shared/caip), nothing else',
    severity: 'error',
    from: { path: '^vault/src/(core|wallet)/', pathNot: tests },
    to: {
      dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional', 'npm-no-pkg', 'npm-unknown', 'core'],
      pathNot: `node_modules/(${cryptography})/`,
    },
  },
  {
    name: 'fence-cryptography',
    comment: `${cryptography} stays inside vault/`,
    severity: 'error',
    from: { path: '^(widget-app|shared|host-sdk)/', pathNot: tests },
    to: { path: `node_modules/(${cryptography})/` },
  },
]
