import { httpStatusOf } from './http.ts'

/** Why an API rejects a one-time code: a different code, an expired one, or too many wrong ones. */
export type CodeProblem = 'wrong' | 'over' | 'too-many'

const problems = new Map<number | undefined, CodeProblem>([
  [400, 'wrong'],
  [404, 'over'],
  [429, 'too-many'],
])

/** The problem with a code, undefined if the call failed for another reason. */
export const codeProblemOf = (thrown: unknown): CodeProblem | undefined => problems.get(httpStatusOf(thrown))
