import ts from 'typescript'
import { root } from '../project-files.ts'

/** A TypeScript block of a Markdown page. */
export type Snippet = {
  readonly page: string
  /** Line of its fence, from 1. */
  readonly line: number
  readonly language: 'ts' | 'tsx'
  readonly code: string
}

/** Finds the TypeScript blocks of a page; a block with the word `fragment` behind its language is not checked. */
export function snippetsOf(page: string, markdown: string): readonly Snippet[] {
  const found: Snippet[] = []
  for (const match of markdown.matchAll(/^```(tsx?)([^\n]*)\n([\s\S]*?)^```/gm)) {
    const [, language, info = '', code = ''] = match
    if (/\bfragment\b/.test(info)) continue
    const line = markdown.slice(0, match.index).split('\n').length
    found.push({ page, line, language: language === 'tsx' ? 'tsx' : 'ts', code })
  }
  return found
}

/** Names that a block may use without declaring them, because an earlier block or the text introduces them. */
const globals = `
import type { createDrawbridge as create, Drawbridge, DrawbridgeOptions } from '@drawbridge/host-sdk'
import type { PolkadotAccount } from '@drawbridge/host-sdk/polkadot'
import type { InjectedSigner } from '@drawbridge/host-sdk/polkadot-js'
declare global {
  const createDrawbridge: typeof create
  const bridge: Drawbridge
  const options: DrawbridgeOptions
  const projectId: string
  /** polkadot-api's, as far as the pages use it. */
  const typedApi: {
    readonly tx: {
      readonly Balances: {
        transfer_keep_alive(call: { readonly dest: string; readonly value: bigint }): {
          signAndSubmit(signer: PolkadotAccount['polkadotSigner']): Promise<unknown>
        }
      }
    }
  }
  /** @polkadot/api's, as far as the pages use it. */
  const api: {
    readonly tx: {
      readonly balances: {
        transferKeepAlive(to: string, value: bigint): {
          signAndSend(
            address: string,
            options: { readonly signer: InjectedSigner; readonly withSignedTransaction: boolean },
          ): Promise<unknown>
        }
      }
    }
  }
}
`

const globalsPath = `${root}docs/snippet-globals.ts`

const pathOf = ({ page, line, language }: Snippet): string => `${root}${page}.${line}.${language}`

/** The files that a program needs to check the blocks. */
export function snippetFiles(snippets: readonly Snippet[]): ReadonlyMap<string, string> {
  // An export makes a module of a block, so that its names are its own and it can await.
  const files = snippets.map((snippet) => [pathOf(snippet), `${snippet.code}\nexport {}\n`] as const)
  return new Map([[globalsPath, globals], ...files])
}

/** Type errors of the blocks, as sentences with page and line. */
export function snippetProblems(program: ts.Program, snippets: readonly Snippet[]): readonly string[] {
  const checked = [
    { path: globalsPath, place: () => 'scripts/docs/snippets.ts' },
    ...snippets.map((snippet) => ({
      path: pathOf(snippet),
      place: (line: number) => `${snippet.page}:${snippet.line + line + 1}`,
    })),
  ]
  return checked.flatMap(({ path, place }) => {
    const file = program.getSourceFile(path)
    if (!file) return [`${path} was not checked`]
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ start = 0, messageText }) =>
        `${place(file.getLineAndCharacterOfPosition(start).line)} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
  })
}
