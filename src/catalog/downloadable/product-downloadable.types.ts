import { Field, Int } from "type-graphql";
import { Shape } from "../../contract/shape.js";
import { Money, type DecimalText } from "../../contract/scalars.js";

@Shape("DownloadableFileContent", "A file that is sent along.")
export class DownloadableFileContent {
  @Field(() => String, { nullable: true, description: "The file's bytes in Base64." })
  file_data?: string | null;

  @Field(() => String, { nullable: true, description: "File name." })
  name?: string | null;
}

@Shape("DownloadableLink", "Something a buyer of a downloadable product may download.")
export class DownloadableLink {
  @Field(() => Int, { nullable: true, description: "Id of the link; absent for a new one." })
  id?: number | null;

  @Field(() => String, { nullable: true, description: "Title in the store view." })
  title?: string | null;

  @Field(() => Int, { nullable: true, description: "Place among the links." })
  sort_order?: number | null;

  @Field(() => Int, { nullable: true, description: "Shareable without an account: 0 no, 1 yes, 2 as configured." })
  is_shareable?: number | null;

  @Field(() => Money, { nullable: true, description: "Surcharge in the base currency." })
  price?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: "How often a buyer may download it; 0 sets no limit." })
  number_of_downloads?: number | null;

  @Field(() => String, { nullable: true, description: "`url` or `file`." })
  link_type?: string | null;

  @Field(() => String, { nullable: true, description: "Path of the file." })
  link_file?: string | null;

  @Field(() => DownloadableFileContent, { nullable: true, description: "The file itself; written only." })
  link_file_content?: DownloadableFileContent | null;

  @Field(() => String, { nullable: true, description: "Address of the download." })
  link_url?: string | null;

  @Field(() => String, { nullable: true, description: "`url` or `file`; absent where there is no sample." })
  sample_type?: string | null;

  @Field(() => String, { nullable: true, description: "Path of the sample file." })
  sample_file?: string | null;

  @Field(() => DownloadableFileContent, { nullable: true, description: "The sample file itself; written only." })
  sample_file_content?: DownloadableFileContent | null;

  @Field(() => String, { nullable: true, description: "Address of the sample." })
  sample_url?: string | null;
}

@Shape("DownloadableSample", "A sample of a downloadable product that anyone may download.")
export class DownloadableSample {
  @Field(() => Int, { nullable: true, description: "Id of the sample; absent for a new one." })
  id?: number | null;

  @Field(() => String, { nullable: true, description: "Title in the store view." })
  title?: string | null;

  @Field(() => Int, { nullable: true, description: "Place among the samples." })
  sort_order?: number | null;

  @Field(() => String, { nullable: true, description: "`url` or `file`." })
  sample_type?: string | null;

  @Field(() => String, { nullable: true, description: "Path of the file." })
  sample_file?: string | null;

  @Field(() => DownloadableFileContent, { nullable: true, description: "The file itself; written only." })
  sample_file_content?: DownloadableFileContent | null;

  @Field(() => String, { nullable: true, description: "Address of the sample." })
  sample_url?: string | null;
}
