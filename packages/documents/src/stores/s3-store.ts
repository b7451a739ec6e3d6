import { assertDocumentPath } from './document-path.js';
import { DocumentMissing, type DocumentStore } from './document-store.js';

export interface S3StoreOptions {
  readonly bucket: string;
  readonly region: string;
  /** Another server that speaks S3; its buckets are then named in the path. */
  readonly endpoint: string | undefined;
  /** In front of every path, as `crier/documents/`; may be empty. */
  readonly prefix: string;
  /** Longest that one call may take, in ms. */
  readonly timeoutMs: number;
}

/** The SDK costs half a second to load: only who has a bucket pays it. */
const openClient = async ({ region, endpoint }: Pick<S3StoreOptions, 'region' | 'endpoint'>) => {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // The document's own retries stand above: a second layer would only multiply them.
    maxAttempts: 1,
    // Checksums beyond what S3 asks for are unknown to many servers that speak its protocol.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { sdk, client };
};

/** Documents in a bucket. Credentials are the AWS SDK's own variables. An object is there whole or not at all. */
export const createS3Store = ({ bucket, prefix, timeoutMs, ...place }: S3StoreOptions): DocumentStore => {
  const opened = openClient(place);
  const objectAt = (path: string) => {
    assertDocumentPath(path);
    return { Bucket: bucket, Key: `${prefix}${path}` };
  };
  return {
    write: async (path, pdf) => {
      const { sdk, client } = await opened;
      const file = { ...objectAt(path), Body: pdf, ContentType: 'application/pdf', ContentLength: pdf.byteLength };
      await client.send(new sdk.PutObjectCommand(file), { abortSignal: AbortSignal.timeout(timeoutMs) });
    },
    read: async (path) => {
      const { sdk, client } = await opened;
      const options = { abortSignal: AbortSignal.timeout(timeoutMs) };
      const found = await client.send(new sdk.GetObjectCommand(objectAt(path)), options).catch((error: unknown) => {
        throw error instanceof sdk.NoSuchKey ? new DocumentMissing(`there is no ${path}`) : error;
      });
      if (found.Body === undefined) throw new DocumentMissing(`there is nothing in ${path}`);
      return found.Body.transformToByteArray();
    },
    close: () => void opened.then(({ client }) => client.destroy()),
  };
};
