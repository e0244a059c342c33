import { Field, Int } from "type-graphql";
import { Shape } from "../../../api/contract/shape.js";
import { Money, type DecimalText } from "../../../api/contract/scalars.js";
import { OneOf } from "../../../api/contract/closed-set.js";
import { fileSource } from "../closed-sets.types.js";

@Shape("DownloadableFileContent", "A file sent with the request.", { mayLack: [] })
export class DownloadableFileContent {
  @Field(() => String, { nullable: true, description: "The content of the file in Base64." })
  file_data?: string | null;

  @Field(() => String, { nullable: true, description: "File name." })
  name?: string | null;
}

@Shape("DownloadableLink", "A file that buyers of a downloadable product can download.", {
  mayLack: ["link_file", "link_url", "sample_file", "sample_type", "sample_url"],
})
export class DownloadableLink {
  @Field(() => Int, { nullable: true, description: "Id of the link; omit to create one." })
  id?: number | null;

  @Field(() => String, { nullable: true, description: "Title in the store view." })
  title?: string | null;

  @Field(() => Int, { nullable: true, description: "Sort order among the links." })
  sort_order?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Whether it can be downloaded without an account: 0 no, 1 yes, 2 as configured.",
  })
  is_shareable?: number | null;

  @Field(() => Money, { nullable: true, description: "Surcharge in base currency." })
  price?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: "Number of downloads per purchase; 0 means unlimited." })
  number_of_downloads?: number | null;

  @OneOf(fileSource)
  @Field(() => String, { nullable: true, description: "Where the file is stored." })
  link_type?: string | null;

  @Field(() => String, { nullable: true, description: "Path of the file." })
  link_file?: string | null;

  @Field(() => DownloadableFileContent, { nullable: true, description: "The file; write-only." })
  link_file_content?: DownloadableFileContent | null;

  @Field(() => String, { nullable: true, description: "URL of the download." })
  link_url?: string | null;

  @OneOf(fileSource)
  @Field(() => String, { nullable: true, description: "Where the sample is stored; absent if there is no sample." })
  sample_type?: string | null;

  @Field(() => String, { nullable: true, description: "Path of the sample file." })
  sample_file?: string | null;

  @Field(() => DownloadableFileContent, { nullable: true, description: "The sample file; write-only." })
  sample_file_content?: DownloadableFileContent | null;

  @Field(() => String, { nullable: true, description: "URL of the sample." })
  sample_url?: string | null;
}

@Shape("DownloadableSample", "A sample of a downloadable product, free for everyone.", {
  mayLack: ["sample_file", "sample_url"],
})
export class DownloadableSample {
  @Field(() => Int, { nullable: true, description: "Id of the sample; omit to create one." })
  id?: number | null;

  @Field(() => String, { nullable: true, description: "Title in the store view." })
  title?: string | null;

  @Field(() => Int, { nullable: true, description: "Sort order among the samples." })
  sort_order?: number | null;

  @OneOf(fileSource)
  @Field(() => String, { nullable: true, description: "Where the file is stored." })
  sample_type?: string | null;

  @Field(() => String, { nullable: true, description: "Path of the file." })
  sample_file?: string | null;

  @Field(() => DownloadableFileContent, { nullable: true, description: "The file; write-only." })
  sample_file_content?: DownloadableFileContent | null;

  @Field(() => String, { nullable: true, description: "URL of the sample." })
  sample_url?: string | null;
}
