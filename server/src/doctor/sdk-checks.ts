import { createHash } from 'node:crypto'
import { type SdkManifest, sdkManifestFile, sdkManifestSchema } from '../../../shared/config/sdk-manifest.ts'
import * as z from '../../../shared/zod.ts'
import { readJson } from '../core/json-text.ts'
import { type CheckVerdict, failed, passed, warning } from './check-verdict.ts'
import type { Deployment } from './deployment.ts'
import { claimedOrigin } from './deployment.ts'
import { type HttpResult, statusProblem } from './http.ts'
import { mapLimited } from './map-limited.ts'

const folder = '/sdk/v1/'
/** The file of the README's script tag. */
const scriptFile = 'drawbridge.js'
const maxConcurrentRequests = 4
const filesMaxCount = 64

type SdkCheckResult = { readonly verdicts: readonly CheckVerdict[]; readonly version?: string }

const allowsOrigin = (response: HttpResult, origin: string): boolean => {
  const allowed = response.is === 'answered' ? response.headers.get('access-control-allow-origin') : null
  return allowed === '*' || allowed === origin
}

function scriptVerdicts(response: HttpResult, origin: string): readonly CheckVerdict[] {
  if (response.is === 'failed') return []
  const check = `${folder}${scriptFile}`
  const remedy = 'Send the headers that `drawbridge headers` prints for /sdk/'
  const type = response.headers.get('content-type') ?? 'none'
  const policy = response.headers.get('cross-origin-resource-policy')
  return [
    ...(allowsOrigin(response, origin)
      ? []
      : [failed(check, 'has no access-control-allow-origin: pages of other origins cannot load it', remedy)]),
    ...(/^(?:text|application)\/javascript\b/.test(type)
      ? []
      : [
          failed(
            check,
            `has the content type ${type}: browsers do not run it`,
            'Serve it as text/javascript',
          ),
        ]),
    ...(policy === 'cross-origin'
      ? []
      : [
          warning(
            check,
            `has the cross-origin-resource-policy ${policy ?? 'of nothing'}: isolated pages can be refused it`,
            remedy,
          ),
        ]),
  ]
}

/** Why a file does not match the manifest. */
function fileProblem(
  response: HttpResult,
  { integrity, bytes }: SdkManifest['files'][string],
): string | undefined {
  const problem = statusProblem(response)
  if (problem !== undefined || response.is === 'failed') return problem
  const hash = `sha384-${createHash('sha384').update(response.bytes).digest('base64')}`
  if (hash === integrity) return undefined
  return response.bytes.length === bytes
    ? 'has other bytes than the manifest states'
    : `has ${response.bytes.length} bytes, and the manifest states ${bytes}`
}

async function checkFiles(deployment: Deployment, { files }: SdkManifest): Promise<readonly CheckVerdict[]> {
  const origin = claimedOrigin(deployment)
  const manifestFiles = Object.entries(files).slice(0, filesMaxCount)
  const verdicts = await mapLimited(manifestFiles, maxConcurrentRequests, async ([name, file]) => {
    const response = await deployment.send(`${deployment.url}${folder}${name}`, { headers: { origin } })
    const problem = fileProblem(response, file)
    return [
      ...(problem === undefined
        ? []
        : [
            failed(
              `${folder}${name}`,
              problem,
              'Deploy all files of one build together, and let no proxy or CDN rewrite them',
            ),
          ]),
      ...(name === scriptFile ? scriptVerdicts(response, origin) : []),
    ]
  })
  return verdicts.flat()
}

/** Checks whether pages can load the deployed exact version. */
async function checkExactVersion(deployment: Deployment, version: string): Promise<readonly CheckVerdict[]> {
  const exact = `/sdk/${version}/`
  const problem = statusProblem(await deployment.send(`${deployment.url}${exact}${sdkManifestFile}`))
  return problem === undefined
    ? []
    : [
        warning(
          exact,
          `${problem}: pages that name this version load nothing`,
          'Run drawbridge sdk export with the folder of sdk.directory, or serve the folder of the build',
        ),
      ]
}

/** Checks the SDK files that the script tag loads. */
export async function checkSdk(deployment: Deployment): Promise<SdkCheckResult> {
  const check = `${folder}${sdkManifestFile}`
  const response = await deployment.send(`${deployment.url}${check}`)
  const problem = statusProblem(response)
  if (problem !== undefined || response.is === 'failed')
    return {
      verdicts: [
        failed(
          check,
          problem ?? '',
          'Serve the built SDK under /sdk/, or set sdk.directory: without it the script tag loads nothing',
        ),
      ],
    }
  const manifest = z.safeParse(sdkManifestSchema, readJson(response.text))
  if (!manifest.success)
    return {
      verdicts: [
        failed(
          check,
          'is no manifest of SDK files',
          'Look for a fallback page, or a build of another version',
        ),
      ],
    }
  const { version, files } = manifest.data
  if (!Object.hasOwn(files, scriptFile))
    return {
      version,
      verdicts: [
        failed(check, `lists no ${scriptFile}`, 'Build the SDK files again: npm run build:sdk-files'),
      ],
    }
  const problems = [
    ...(await checkFiles(deployment, manifest.data)),
    ...(await checkExactVersion(deployment, version)),
  ]
  return {
    version,
    verdicts:
      problems.length > 0
        ? problems
        : [passed(folder, `has the ${Object.keys(files).length} files of the manifest`)],
  }
}

/** Checks whether SDK, widget and this program have the same release. */
export function checkVersions(
  sdk: string | undefined,
  widget: string | undefined,
  program: string,
): readonly CheckVerdict[] {
  const check = 'versions'
  if (sdk === undefined && widget === undefined) return []
  if (sdk !== undefined && widget !== undefined && sdk !== widget)
    return [
      warning(
        check,
        `are ${sdk} of the SDK files and ${widget} of the widget`,
        'Deploy both from one build: releases of both are tested together',
      ),
    ]
  const deployed = sdk ?? widget
  return deployed === program
    ? [passed(check, `are ${program}`)]
    : [
        warning(
          check,
          `are ${deployed} of the deployment and ${program} of this program`,
          'Check with the program of the same release, or restart the server after the upgrade',
        ),
      ]
}
