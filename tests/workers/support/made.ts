/**
 * Returns the thing that a repository created.
 * @throws if the repository refused
 */
export async function made<T>(making: Promise<T | undefined>): Promise<T> {
  const result = await making;
  if (result === undefined) throw new Error("It was refused: a limit is reached.");
  return result;
}
