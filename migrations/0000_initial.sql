CREATE TABLE `dataset` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dataset_name` ON `dataset` (`project`,`name`);--> statement-breakpoint
CREATE INDEX `dataset_time` ON `dataset` (`project`,`created_at`);--> statement-breakpoint
CREATE TABLE `dataset_item` (
	`project` text NOT NULL,
	`dataset` text NOT NULL,
	`id` text NOT NULL,
	`place` integer NOT NULL,
	`question` text NOT NULL,
	`expected` text NOT NULL,
	`metadata` text NOT NULL,
	`graph` text,
	`case` text,
	PRIMARY KEY(`dataset`, `id`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`dataset`) REFERENCES `dataset`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `dataset_item_place` ON `dataset_item` (`dataset`,`place`);--> statement-breakpoint
CREATE INDEX `dataset_item_graph` ON `dataset_item` (`project`,`graph`) WHERE graph is not null;--> statement-breakpoint
CREATE TABLE `experiment` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`dataset` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`items` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`dataset`) REFERENCES `dataset`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `experiment_time` ON `experiment` (`project`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `experiment_dataset` ON `experiment` (`dataset`);--> statement-breakpoint
CREATE TABLE `experiment_result` (
	`project` text NOT NULL,
	`experiment` text NOT NULL,
	`item` text NOT NULL,
	`answer` text,
	`score` real,
	`reason` text,
	`error` text,
	`graph` text,
	`milliseconds` integer NOT NULL,
	PRIMARY KEY(`experiment`, `item`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`experiment`) REFERENCES `experiment`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `experiment_result_item` ON `experiment_result` (`project`,`item`);--> statement-breakpoint
CREATE INDEX `experiment_result_graph` ON `experiment_result` (`project`,`graph`) WHERE graph is not null;--> statement-breakpoint
CREATE TABLE `attribution_tally` (
	`project` text NOT NULL,
	`system` text NOT NULL,
	`since_report` integer NOT NULL,
	`since_look` integer NOT NULL,
	`baseline` integer DEFAULT 0 NOT NULL,
	`look_count` integer DEFAULT 0 NOT NULL,
	`looks` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`project`, `system`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `attribution_tally_look` ON `attribution_tally` (`since_look`) WHERE since_look >= 25;--> statement-breakpoint
CREATE TABLE `finding` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`system` text,
	`error_type` text NOT NULL,
	`op_name` text,
	`state` text NOT NULL,
	`state_at` integer NOT NULL,
	`fixed_at` integer,
	`history` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `finding_project` ON `finding` (`project`);--> statement-breakpoint
CREATE TABLE `shift` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`system` text,
	`at` integer NOT NULL,
	`headline` text NOT NULL,
	`body` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `shift_time` ON `shift` (`project`,`at`);--> statement-breakpoint
CREATE TABLE `shift_case` (
	`shift` text NOT NULL,
	`case` text NOT NULL,
	PRIMARY KEY(`shift`, `case`),
	FOREIGN KEY (`shift`) REFERENCES `shift`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`case`) REFERENCES `failed_case`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `shift_case_case` ON `shift_case` (`case`);--> statement-breakpoint
CREATE TABLE `account` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`account_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`access_token` text,
	`refresh_token` text,
	`id_token` text,
	`access_token_expires_at` integer,
	`refresh_token_expires_at` integer,
	`scope` text,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_user` ON `account` (`user_id`);--> statement-breakpoint
CREATE TABLE `invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`inviter_id` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`inviter_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`inviter_id`,`organization_id`) REFERENCES `member`(`user_id`,`organization_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invitation_role" CHECK("role" in ('owner', 'admin', 'member', 'viewer'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_address` ON `invitation` (`organization_id`,`email`);--> statement-breakpoint
CREATE INDEX `invitation_inviter` ON `invitation` (`inviter_id`,`organization_id`);--> statement-breakpoint
CREATE TABLE `member` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "member_role" CHECK("role" in ('owner', 'admin', 'member', 'viewer'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_user_organization` ON `member` (`user_id`,`organization_id`);--> statement-breakpoint
CREATE INDEX `member_organization` ON `member` (`organization_id`);--> statement-breakpoint
CREATE TABLE `organization` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organization_slug_unique` ON `organization` (`slug`);--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ip_address` text,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_token_unique` ON `session` (`token`);--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE TABLE `sign_in_attempt` (
	`email` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_attempt_last` ON `sign_in_attempt` (`last_at`);--> statement-breakpoint
CREATE TABLE `sign_in_network` (
	`user_id` text NOT NULL,
	`network` text NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `network`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`image` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email_unique` ON `user` (`email`);--> statement-breakpoint
CREATE TABLE `verification` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verification_identifier` ON `verification` (`identifier`);--> statement-breakpoint
CREATE TABLE `job` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`kind` text NOT NULL,
	`input` text NOT NULL,
	`state` text NOT NULL,
	`state_at` integer NOT NULL,
	`wake_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`done` integer NOT NULL,
	`total` integer NOT NULL,
	`spent` text NOT NULL,
	`failure` text,
	`result` text,
	`note` text,
	`failing_since` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `job_time` ON `job` (`project`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `job_round` ON `job` (`project`) WHERE kind = 'optimization' and state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX `job_waiting` ON `job` (`project`,`wake_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `job_running` ON `job` (`state_at`) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX `job_ended` ON `job` (`state_at`) WHERE state in ('done', 'failed');--> statement-breakpoint
CREATE TABLE `model_answer` (
	`project` text NOT NULL,
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`project`, `scope`, `key`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `model_settings` (
	`project` text PRIMARY KEY NOT NULL,
	`endpoints` text NOT NULL,
	`workers_ai` integer NOT NULL,
	`usd_per_case` real NOT NULL,
	`usd_per_job` real NOT NULL,
	`usd_per_day` real NOT NULL,
	`tokens_per_case` integer NOT NULL,
	`agent_steps` integer NOT NULL,
	`agent_context_tokens` integer NOT NULL,
	`system_description` text NOT NULL,
	`system_descriptions` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `model_spending` (
	`project` text NOT NULL,
	`day` text NOT NULL,
	`calls` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`usd` real NOT NULL,
	PRIMARY KEY(`project`, `day`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `transcript` (
	`project` text NOT NULL,
	`case` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`case`) REFERENCES `failed_case`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `api_key` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`hint` text NOT NULL,
	`scopes` text NOT NULL,
	`creator` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`last_used_at` integer,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`creator`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `api_key_project` ON `api_key` (`project`);--> statement-breakpoint
CREATE INDEX `api_key_creator` ON `api_key` (`creator`) WHERE creator is not null;--> statement-breakpoint
CREATE TABLE `delivery` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`endpoint` text NOT NULL,
	`event` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`attempts` text NOT NULL,
	`round` integer DEFAULT 0 NOT NULL,
	`replays` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`endpoint`) REFERENCES `endpoint`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `delivery_time` ON `delivery` (`project`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `delivery_endpoint` ON `delivery` (`endpoint`,`created_at`);--> statement-breakpoint
CREATE INDEX `delivery_due` ON `delivery` (`endpoint`,`next_attempt_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `delivery_graph` ON `delivery` (`project`,(payload ->> '$.data.graph')) WHERE event = 'attribution.completed';--> statement-breakpoint
CREATE TABLE `endpoint` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`url` text NOT NULL,
	`description` text NOT NULL,
	`events` text NOT NULL,
	`state` text NOT NULL,
	`disabled_reason` text,
	`secret` text NOT NULL,
	`earlier_secrets` text DEFAULT '[]' NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `endpoint_project` ON `endpoint` (`project`);--> statement-breakpoint
CREATE TABLE `failed_case` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`origin` text NOT NULL,
	`query` text NOT NULL,
	`query_id` text,
	`expected` text NOT NULL,
	`expected_id` text,
	`prediction` text NOT NULL,
	`prediction_id` text,
	`evidence` text NOT NULL,
	`judge_reason` text,
	`system` text,
	`session_category` text,
	`occurred_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`state` text NOT NULL,
	`state_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`attribution` text,
	`attributed_at` integer,
	`outcome` text,
	`error_type` text,
	`op` text,
	`op_name` text,
	`confidence` real,
	`label` text,
	`proof` text,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `failed_case_time` ON `failed_case` (`project`,`occurred_at`,`id`);--> statement-breakpoint
CREATE INDEX `failed_case_graph` ON `failed_case` (`project`,`graph`);--> statement-breakpoint
CREATE INDEX `failed_case_opened` ON `failed_case` (`project`,`graph`) WHERE origin = 'api';--> statement-breakpoint
CREATE INDEX `failed_case_finding` ON `failed_case` (`project`,`error_type`,`op_name`,`system`) WHERE state = 'done';--> statement-breakpoint
CREATE INDEX `failed_case_waiting` ON `failed_case` (`project`,`state_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `failed_case_running` ON `failed_case` (`state_at`) WHERE state = 'running';--> statement-breakpoint
CREATE TABLE `graph` (
	`project` text NOT NULL,
	`id` text NOT NULL,
	`names` text,
	`user` text,
	`system` text,
	`replayed` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer NOT NULL,
	`examined_revision` integer DEFAULT -1 NOT NULL,
	`wanted_revision` integer DEFAULT -1 NOT NULL,
	`judged_revision` integer DEFAULT -1 NOT NULL,
	`job_attempts` integer DEFAULT 0 NOT NULL,
	`sessions` integer NOT NULL,
	`operations` integer NOT NULL,
	`variables` integer NOT NULL,
	`links` integer NOT NULL,
	PRIMARY KEY(`project`, `id`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `graph_replayed` ON `graph` (`project`,`replayed`) WHERE replayed is not null;--> statement-breakpoint
CREATE INDEX `graph_waiting` ON `graph` (`project`,`updated_at`) WHERE max(wanted_revision, judged_revision) > examined_revision;--> statement-breakpoint
CREATE TABLE `graph_user` (
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`user` text NOT NULL,
	PRIMARY KEY(`project`, `graph`, `user`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project`,`graph`) REFERENCES `graph`(`project`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `graph_user_graphs` ON `graph_user` (`project`,`user`);--> statement-breakpoint
CREATE TABLE `pack` (
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`sequence` integer NOT NULL,
	`last` integer NOT NULL,
	`body` blob NOT NULL,
	PRIMARY KEY(`project`, `graph`, `sequence`)
);
--> statement-breakpoint
CREATE TABLE `project` (
	`id` text PRIMARY KEY NOT NULL,
	`organization` text NOT NULL,
	`name` text NOT NULL,
	`report_schedule` text DEFAULT 'weekly' NOT NULL,
	`report_after` integer,
	`retention_days` integer,
	`pack_database` text DEFAULT 'DB' NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`organization`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `project_organization` ON `project` (`organization`);--> statement-breakpoint
CREATE INDEX `project_deleted` ON `project` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE TABLE `report` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`start` integer NOT NULL,
	`end` integer NOT NULL,
	`trigger` text NOT NULL,
	`headline` text NOT NULL,
	`body` text NOT NULL,
	`job` text,
	`explanation` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `report_time` ON `report` (`project`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `report_schedule` ON `report` (`project`,`end`) WHERE "trigger" = 'schedule';--> statement-breakpoint
CREATE TABLE `prompt` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`name` text NOT NULL,
	`active` integer,
	`candidate` integer,
	`share` real DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `prompt_name` ON `prompt` (`project`,`name`);--> statement-breakpoint
CREATE TABLE `prompt_case` (
	`project` text NOT NULL,
	`case` text NOT NULL,
	`prompt` text NOT NULL,
	`number` integer NOT NULL,
	PRIMARY KEY(`case`, `prompt`, `number`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`case`) REFERENCES `failed_case`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`prompt`,`number`) REFERENCES `prompt_version`(`prompt`,`number`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `prompt_case_version` ON `prompt_case` (`prompt`,`number`);--> statement-breakpoint
CREATE TABLE `prompt_outcome` (
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`prompt` text NOT NULL,
	`number` integer NOT NULL,
	`hour` integer NOT NULL,
	`answered` integer NOT NULL,
	`wrong` integer NOT NULL,
	PRIMARY KEY(`project`, `graph`, `prompt`, `number`, `hour`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project`,`graph`) REFERENCES `graph`(`project`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`prompt`,`number`) REFERENCES `prompt_version`(`prompt`,`number`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `prompt_outcome_version` ON `prompt_outcome` (`prompt`,`number`,`hour`);--> statement-breakpoint
CREATE TABLE `prompt_use` (
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`prompt` text NOT NULL,
	`number` integer NOT NULL,
	`op_name` text NOT NULL,
	`calls` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`project`, `graph`, `prompt`, `number`, `op_name`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project`,`graph`) REFERENCES `graph`(`project`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`prompt`,`number`) REFERENCES `prompt_version`(`prompt`,`number`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `prompt_use_version` ON `prompt_use` (`prompt`,`number`);--> statement-breakpoint
CREATE INDEX `prompt_use_latest` ON `prompt_use` (`prompt`,`last_at`,`number`);--> statement-breakpoint
CREATE TABLE `prompt_version` (
	`project` text NOT NULL,
	`prompt` text NOT NULL,
	`number` integer NOT NULL,
	`hash` text NOT NULL,
	`text` text NOT NULL,
	`origin` text NOT NULL,
	`created_at` integer NOT NULL,
	`adopted_at` integer,
	PRIMARY KEY(`prompt`, `number`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`prompt`) REFERENCES `prompt`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `prompt_version_text` ON `prompt_version` (`prompt`,`hash`);--> statement-breakpoint
CREATE INDEX `prompt_version_project` ON `prompt_version` (`project`);--> statement-breakpoint
CREATE TABLE `proposal` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`round` text NOT NULL,
	`prompt` text NOT NULL,
	`base_version` integer NOT NULL,
	`text` text NOT NULL,
	`points` text NOT NULL,
	`headline` text NOT NULL,
	`attribution` text NOT NULL,
	`spent` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`version` integer,
	`reason` text,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`prompt`,`base_version`) REFERENCES `prompt_version`(`prompt`,`number`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `proposal_time` ON `proposal` (`project`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `proposal_prompt` ON `proposal` (`prompt`,`base_version`);--> statement-breakpoint
CREATE TABLE `suggestion` (
	`project` text NOT NULL,
	`round` text NOT NULL,
	`case` text NOT NULL,
	`outcome` text NOT NULL,
	`prompt` text,
	`change` text NOT NULL,
	`why` text NOT NULL,
	`proposal` text,
	`point` text,
	`basis` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`round`, `case`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`case`) REFERENCES `failed_case`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `suggestion_case` ON `suggestion` (`case`);--> statement-breakpoint
CREATE INDEX `suggestion_time` ON `suggestion` (`project`,`created_at`);--> statement-breakpoint
CREATE INDEX `suggestion_proposal` ON `suggestion` (`proposal`);--> statement-breakpoint
CREATE TABLE `replay` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`case` text NOT NULL,
	`graph` text NOT NULL,
	`replayed` text,
	`outcome` text NOT NULL,
	`reason` text NOT NULL,
	`facts` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`case`) REFERENCES `failed_case`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `replay_case` ON `replay` (`case`,`created_at`);--> statement-breakpoint
CREATE INDEX `replay_graph` ON `replay` (`project`,`graph`);