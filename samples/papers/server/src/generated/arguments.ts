// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.

/** Arguments of `list_folders`: List the folders */
export type ListFoldersArguments = Record<string, never>;

/** Arguments of `list_papers`: List papers */
export interface ListPapersArguments {
  /** Only papers of this folder. */
  folder?: string;
}

/** Arguments of `create_paper`: Add a paper */
export interface CreatePaperArguments {
  title: string;
  text: string;
  /** The folder that it lies in. */
  folder?: string;
}

/** Arguments of `get_paper`: Read a paper */
export interface GetPaperArguments {
  /** As lists of papers say it. Example: "p1". */
  paperId: string;
}

/** Arguments of `delete_paper`: Shred a paper */
export interface DeletePaperArguments {
  /** As lists of papers say it. Example: "p1". */
  paperId: string;
}

/** Arguments of `get_scan`: Get the scan of a paper */
export interface GetScanArguments {
  /** As lists of papers say it. Example: "p1". */
  paperId: string;
}

/** Arguments of `put_scan`: Replace the scan of a paper */
export interface PutScanArguments {
  /** As lists of papers say it. Example: "p1". */
  paperId: string;
  body:
    | {
        /** The content of the file, in base64. */
        base64: string;
        filename?: string;
        /** Media type of the file. */
        contentType?: 'image/png';
      }
    | {
        /** The path of the file, below a folder that MCP_FILE_ROOTS names. */
        path: string;
        filename?: string;
        /** Media type of the file. */
        contentType?: 'image/png';
      };
}

/** Arguments of `slow_compute`: Compute for a while */
export interface SlowComputeArguments {
  /** How long it takes. */
  seconds: number;
  /** What the result says. */
  label?: string;
}

/** Arguments of `get_job`: See how a job stands */
export interface GetJobArguments {
  jobId: string;
}

/** Arguments of `cancel_job`: End a job */
export interface CancelJobArguments {
  jobId: string;
}

/** Arguments of `export_paper`: Export a paper */
export interface ExportPaperArguments {
  /** As lists of papers say it. Example: "p1". */
  paperId: string;
}

/** Arguments of `create_review`: Begin a review */
export interface CreateReviewArguments {
  /** What has to be answered. */
  questions: string[];
}

/** Arguments of `get_review`: See how a review stands */
export interface GetReviewArguments {
  reviewId: string;
}

/** Arguments of `answer_review`: Answer questions of a review, or end it */
export interface AnswerReviewArguments {
  reviewId: string;
  /** By the number of the question, from 0. null clears it. */
  answers?: { [name: string]: boolean } | null;
  /** null clears it. */
  cancelled?: boolean | null;
}

/** The arguments of every tool, by its name. */
export interface Arguments {
  list_folders: ListFoldersArguments;
  list_papers: ListPapersArguments;
  create_paper: CreatePaperArguments;
  get_paper: GetPaperArguments;
  delete_paper: DeletePaperArguments;
  get_scan: GetScanArguments;
  put_scan: PutScanArguments;
  slow_compute: SlowComputeArguments;
  get_job: GetJobArguments;
  cancel_job: CancelJobArguments;
  export_paper: ExportPaperArguments;
  create_review: CreateReviewArguments;
  get_review: GetReviewArguments;
  answer_review: AnswerReviewArguments;
}
