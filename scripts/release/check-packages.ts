import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import * as z from '#shared/zod.ts'
import { root } from '../project-files.ts'

const packResult = z.array(z.object({ filename: z.string() }))

/**
 * Packs a workspace into a folder with `npm pack` and returns the tarball's path.
 * @throws Error if npm fails, for example because `prepack` rejects the build.
 */
export function packWorkspace(
  workspace: string,
  folder: string,
  { runPrepack, from = root }: { readonly runPrepack: boolean; readonly from?: string },
): string {
  const output = execFileSync(
    'npm',
    ['pack', '--json', '--pack-destination', folder, ...(runPrepack ? [] : ['--ignore-scripts'])],
    { cwd: join(from, workspace), encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  // A script of the package may print before npm does.
  const [packed] = z.parse(packResult, JSON.parse(output.slice(output.search(/^\[/m))))
  if (packed === undefined) throw new Error(`npm pack made no file of ${workspace}`)
  return join(folder, packed.filename)
}

const contentOf = (tarball: string): ArrayBuffer => new Uint8Array(readFileSync(tarball)).buffer

/** Problems that publint reports in a tarball, as sentences. */
export async function lintProblems(tarball: string): Promise<readonly string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: contentOf(tarball) }, strict: true })
  return messages.map(
    (message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`,
  )
}

/** Problems that are-the-types-wrong reports in a tarball of ES modules, as sentences. */
export async function typeProblems(tarball: string): Promise<readonly string[]> {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(contentOf(tarball))))
  if (!result.types) return ['attw: the package has no types']
  return result.problems.flatMap((problem) => {
    const resolution = 'resolutionKind' in problem ? problem.resolutionKind : ''
    if (resolution === 'node10' || resolution === 'node16-cjs') return []
    const entry = 'entrypoint' in problem ? problem.entrypoint : ''
    return [`attw: ${problem.kind} ${entry} ${resolution}`]
  })
}
