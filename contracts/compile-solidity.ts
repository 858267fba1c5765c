import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as z from '#shared/zod.ts'

const require = createRequire(import.meta.url)

const hexDigits = z.string().check(z.regex(/^[0-9a-f]*$/))

const contractSchema = z.object({
  abi: z.array(z.unknown()),
  evm: z.object({
    bytecode: z.object({ object: hexDigits }),
    deployedBytecode: z.optional(z.object({ object: hexDigits })),
  }),
  storageLayout: z.optional(z.object({ storage: z.array(z.unknown()) })),
})

/** A contract as the compiler returns it; the optional parts only if `outputs` names them. */
export type CompiledContract = z.infer<typeof contractSchema>

const outputSchema = z.object({
  errors: z.optional(z.array(z.object({ severity: z.string(), formattedMessage: z.string() }))),
  contracts: z.optional(z.record(z.string(), z.record(z.string(), contractSchema))),
})

const solcSchema = z.object({
  compile: z.custom<(input: string, callbacks: object) => string>((v) => typeof v === 'function'),
})

/** What to compile, and how. */
type SolidityInput = {
  /** Folder of the sources. */
  readonly folder: URL
  /** File names in the folder. */
  readonly sources: readonly string[]
  readonly evmVersion: 'cancun' | 'prague'
  /** Names of outputs in the compiler's terms, such as `abi` and `evm.bytecode.object`. */
  readonly outputs: readonly string[]
}

/**
 * Compiles Solidity sources with the installed compiler. Imports are read from npm packages. The code has no hash of the
 * metadata, so equal sources give equal code on every machine.
 * @throws Error with the compiler's messages.
 */
export function compileSolidity({ folder, sources, evmVersion, outputs }: SolidityInput) {
  const solc = z.parse(solcSchema, require('solc'))
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      sources.map((source) => [source, { content: readFileSync(new URL(source, folder), 'utf8') }]),
    ),
    settings: {
      evmVersion,
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none' },
      outputSelection: { '*': { '*': outputs } },
    },
  }
  const findImport = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') })
  const output = z.parse(
    outputSchema,
    JSON.parse(solc.compile(JSON.stringify(input), { import: findImport })),
  )
  const problems = output.errors ?? []
  for (const { severity, formattedMessage } of problems)
    if (severity !== 'error') console.warn(formattedMessage)
  if (problems.some(({ severity }) => severity === 'error'))
    throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return (source: string, name: string): CompiledContract => {
    const compiled = output.contracts?.[source]?.[name]
    if (compiled === undefined) throw new Error(`${name} is missing from the compiler's output`)
    return compiled
  }
}
