import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type SdkManifest, sdkManifestFile, sdkManifestSchema } from '../../../shared/config/sdk-manifest.ts'
import { readJson } from '../core/json-text.ts'
import { type CheckVerdict, failed, passed, warning } from './check-verdict.ts'
import type { Deployment } from './deployment.ts'
import { claimedOrigin } from './deployment.ts'
import { type Answer, statusProblem } from './http.ts'
import { mapLimited } from './map-limited.ts'

const folder = '/sdk/v1/'
/** The file of the README's script tag. */
const scriptFile = 'drawbridge.js'
const requestsAtOnce = 4
const filesMaxCount = 64

type Checked = { readonly findings: readonly CheckVerdict[]; readonly version?: string }

const allowsOrigin = (answer: Answer, origin: string): boolean => {
  const allowed = answer.is === 'answered' ? answer.headers.get('access-control-allow-origin') : null
  return allowed === '*' || allowed === origin
}

function scriptFindings(answer: Answer, origin: string): readonly CheckVerdict[] {
  if (answer.is === 'failed') return []
  const check = `${folder}${scriptFile}`
  const remedy = 'Send the headers that `drawbridge headers` prints for /sdk/'
  const type = answer.headers.get('content-type') ?? 'none'
  const policy = answer.headers.get('cross-origin-resource-policy')
  return [
    ...(allowsOrigin(answer, origin)
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
function fileProblem(answer: Answer, { integrity, bytes }: SdkManifest['files'][string]): string | undefined {
  const problem = statusProblem(answer)
  if (problem !== undefined || answer.is === 'failed') return problem
  const hash = `sha384-${createHash('sha384').update(answer.bytes).digest('base64')}`
  if (hash === integrity) return undefined
  return answer.bytes.length === bytes
    ? 'has other bytes than the manifest states'
    : `has ${answer.bytes.length} bytes, and the manifest states ${bytes}`
}

async function checkFiles(deployment: Deployment, { files }: SdkManifest): Promise<readonly CheckVerdict[]> {
  const origin = claimedOrigin(deployment)
  const named = Object.entries(files).slice(0, filesMaxCount)
  const findings = await mapLimited(named, requestsAtOnce, async ([name, file]) => {
    const answer = await deployment.send(`${deployment.url}${folder}${name}`, { headers: { origin } })
    const problem = fileProblem(answer, file)
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
      ...(name === scriptFile ? scriptFindings(answer, origin) : []),
    ]
  })
  return findings.flat()
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
export async function checkSdk(deployment: Deployment): Promise<Checked> {
  const check = `${folder}${sdkManifestFile}`
  const answer = await deployment.send(`${deployment.url}${check}`)
  const problem = statusProblem(answer)
  if (problem !== undefined || answer.is === 'failed')
    return {
      findings: [
        failed(
          check,
          problem ?? '',
          'Serve the built SDK under /sdk/, or set sdk.directory: without it the script tag loads nothing',
        ),
      ],
    }
  const manifest = z.safeParse(sdkManifestSchema, readJson(answer.text))
  if (!manifest.success)
    return {
      findings: [
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
      findings: [
        failed(check, `lists no ${scriptFile}`, 'Build the SDK files again: npm run build:sdk-files'),
      ],
    }
  const wrong = [
    ...(await checkFiles(deployment, manifest.data)),
    ...(await checkExactVersion(deployment, version)),
  ]
  return {
    version,
    findings:
      wrong.length > 0
        ? wrong
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
