/** A file of a build. */
export type BuiltFile = { readonly path: string; readonly text: string }

/** Every `postMessage(…)` call in minified code, with its arguments. */
function postMessages(code: string): readonly string[] {
  return [...code.matchAll(/postMessage\(/g)].map(({ index }) => {
    let depth = 0
    for (let at = index; at < code.length; at += 1) {
      if (code[at] === '(') depth += 1
      if (code[at] === ')') depth -= 1
      if (code[at] === ')' && depth === 0) return code.slice(index, at + 1)
    }
    return code.slice(index, index + 200)
  })
}

const star = /(["'`])\*\1/
/** The hello of a widget with an unknown parent: an exact origin if there is one, else `*`. */
const helloFallback = /\?\s*(["'`])\*\1\s*:\s*[\w$.]+\s*\)$/
/** comlink's windowEndpoint, which posts to `*` by default. */
const windowEndpoint =
  /\(\s*[\w$]+\s*,\s*[\w$]+\s*=\s*(globalThis|self|window)\s*,\s*[\w$]+\s*=\s*(["'`])\*\2\s*\)/

/** Posts of built files to windows of unknown origin, as sentences (channel rule: only the first hello may). */
export function bundleProblems(files: readonly BuiltFile[]): readonly string[] {
  const anyOriginPosts = files.flatMap(({ path, text }) =>
    postMessages(text)
      .filter((call) => star.test(call))
      .map((call) => ({ path, call })),
  )
  const hellos = anyOriginPosts.filter(({ call }) => helloFallback.test(call))
  const others = anyOriginPosts.filter(({ call }) => !helloFallback.test(call))
  return [
    ...others.map(({ path, call }) => `${path} posts to any origin: ${call}`),
    ...hellos.slice(1).map(({ path, call }) => `${path} posts to any origin a second time: ${call}`),
    ...files
      .filter(({ text }) => windowEndpoint.test(text))
      .map(({ path }) => `${path} contains comlink's windowEndpoint`),
  ]
}

const chainSdk = /node_modules\/(viem|ox|@solana|@polkadot[^/]*|polkadot-api|dedot|@walletconnect|@reown)\//

/** Chain SDK modules in files that load before the user connects, as sentences. */
export function eagerChainProblems(
  eager: readonly string[],
  modules: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  return eager.flatMap((file) => {
    const found = modules[file]?.find((id) => chainSdk.test(id))
    if (modules[file] === undefined && file.endsWith('.js')) return [`${file} has no list of modules`]
    return found === undefined ? [] : [`${file} loads before Connect and contains ${found}`]
  })
}

/** Imports that each file of host-sdk may have: its peer, and nothing of another entry. */
const sdkImports: Readonly<Record<string, RegExp>> = {
  'index.js': /^(comlink|zod\/mini|\.\/(page-wallets|page-faces|own-nodes|on-failure)\.js)$/,
  'bundle.js': /^\.\/(page-wallets|page-faces|own-nodes|on-failure)\.js$/,
  'drawbridge.js': /^\.\/(page-wallets|page-faces|own-nodes|on-failure|button)\.js$/,
  'page-wallets.js': /^$/,
  'page-faces.js': /^$/,
  'own-nodes.js': /^$/,
  'on-failure.js': /^$/,
  'button.js': /^$/,
  'viem.js': /^viem$/,
  'polkadot.js': /^@polkadot-api\/pjs-signer$/,
  'polkadot-js.js': /^$/,
  'react.js': /^react$/,
}

/** The URL of a file that failed to load, with another fragment (`retryableImport`). */
const retryUrl = /^\$\{\w+\}#\$\{/

/** Modules that code imports, statically or dynamically; a sentence with `from` in it has other quotes. */
const importedBy = (code: string): readonly string[] =>
  [
    ...code.matchAll(/\b(?:from|import)\s*(["'])([^"'\n]+)\1/g),
    ...code.matchAll(/\bimport\s*\(\s*(["'`])([^"'`\n]+)\1/g),
  ].flatMap(([, , name = '']) => (retryUrl.test(name) ? [] : [name]))

/** Files of host-sdk that import a package or an entry they may not, as sentences. */
export function sdkImportProblems(files: readonly BuiltFile[]): readonly string[] {
  const names = files.map(({ path }) => path)
  const missing = Object.keys(sdkImports).filter((name) => !names.includes(name))
  return [
    ...missing.map((name) => `host-sdk has no ${name}`),
    ...files.flatMap(({ path, text }) =>
      importedBy(text)
        .filter((name) => !sdkImports[path]?.test(name))
        .map((name) => `host-sdk ${path} imports ${name}`),
    ),
  ]
}

const forbiddenInVault = /node_modules\/(react|react-dom|react-router[^/]*|@walletconnect|@reown|comlink)\//

/** Packages that the vault must not contain, as sentences: its views run on Preact, and it talks to no site and no relay. */
export const vaultProblems = (modules: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.entries(modules).flatMap(([file, ids]) => {
    const found = ids.find((id) => forbiddenInVault.test(id))
    return found === undefined ? [] : [`The vault's ${file} contains ${found}`]
  })
