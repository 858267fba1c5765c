/** A file of a build. */
export type BuiltFile = { readonly path: string; readonly text: string }

/** Every `postMessage(…)` of minified code, with its arguments. */
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
/** The hello of a widget whose parent is unknown: an exact origin when there is one, `*` only without. */
const helloFallback = /\?\s*(["'`])\*\1\s*:\s*[\w$.]+\s*\)$/
/** comlink's windowEndpoint, which posts to `*` by default. */
const windowEndpoint =
  /\(\s*[\w$]+\s*,\s*[\w$]+\s*=\s*(globalThis|self|window)\s*,\s*[\w$]+\s*=\s*(["'`])\*\2\s*\)/

/** Ways in which built files talk to windows they do not know, as sentences (channel rule: only the first hello may). */
export function bundleComplaints(files: readonly BuiltFile[]): readonly string[] {
  const loose = files.flatMap(({ path, text }) =>
    postMessages(text)
      .filter((call) => star.test(call))
      .map((call) => ({ path, call })),
  )
  const hellos = loose.filter(({ call }) => helloFallback.test(call))
  const others = loose.filter(({ call }) => !helloFallback.test(call))
  return [
    ...others.map(({ path, call }) => `${path} posts to any origin: ${call}`),
    ...hellos.slice(1).map(({ path, call }) => `${path} posts to any origin a second time: ${call}`),
    ...files
      .filter(({ text }) => windowEndpoint.test(text))
      .map(({ path }) => `${path} contains comlink's windowEndpoint`),
  ]
}

const chainSdk = /node_modules\/(viem|ox|@solana|@polkadot[^/]*|polkadot-api|dedot|@walletconnect|@reown)\//

/** Chain SDK modules inside files that load before a person connects, as sentences. */
export function eagerChainComplaints(
  eager: readonly string[],
  modules: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  return eager.flatMap((file) => {
    const found = modules[file]?.find((id) => chainSdk.test(id))
    if (modules[file] === undefined && file.endsWith('.js')) return [`${file} has no list of modules`]
    return found === undefined ? [] : [`${file} loads before Connect and contains ${found}`]
  })
}
