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
    comment: 'The vault imports only itself and shared/',
    severity: 'error',
    from: { path: '^vault/' },
    to: { path: '^(host-sdk|widget-app|server|e2e|bench|scripts)/' },
  },
  {
    name: 'vault-alone',
    comment: 'Only the vault imports vault/',
    severity: 'error',
    from: { pathNot: '^vault/' },
    to: { path: '^vault/' },
  },
  {
    name: 'vault-packages',
    comment:
      'The vault ships cryptography, zod (through shared/zod.ts) and base58 (through shared/caip), nothing else',
    severity: 'error',
    from: { path: '^vault/', pathNot: tests },
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
