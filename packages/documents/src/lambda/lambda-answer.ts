/** What the rendering function answers: a PDF in base64 (at most 6 MB of JSON, which Lambda allows), or why there is none. */
export type LambdaAnswer = { readonly pdf: string } | { readonly refused: string };
