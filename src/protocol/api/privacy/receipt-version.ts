/**
 * Version of a receipt's signed text. A verifier refuses any other version. This file is separate
 * from `receipts.ts`, so that the command line bundles no schema.
 */
export const RECEIPT_VERSION = 1;
