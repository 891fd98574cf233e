CREATE TABLE `tracked_issue` (
	`endpoint` text NOT NULL,
	`finding` text NOT NULL,
	`issue` text NOT NULL,
	`url` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`endpoint`, `finding`),
	FOREIGN KEY (`endpoint`) REFERENCES `endpoint`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `unsubscription` (
	`endpoint` text NOT NULL,
	`address` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`endpoint`, `address`),
	FOREIGN KEY (`endpoint`) REFERENCES `endpoint`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `deletion_receipt` (
	`id` text PRIMARY KEY NOT NULL,
	`organization` text NOT NULL,
	`project` text NOT NULL,
	`at` integer NOT NULL,
	`pending` text,
	`body` text,
	`signature` text,
	`key` text
);
--> statement-breakpoint
CREATE INDEX `deletion_receipt_project` ON `deletion_receipt` (`organization`,`project`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `deletion_receipt_pending` ON `deletion_receipt` (`at`) WHERE pending is not null;--> statement-breakpoint
CREATE TABLE `expired_case` (
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`case` text NOT NULL,
	PRIMARY KEY(`project`, `graph`, `case`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project`,`graph`) REFERENCES `graph`(`project`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `organization_export` (
	`id` text PRIMARY KEY NOT NULL,
	`organization` text NOT NULL,
	`person` text NOT NULL,
	`job` text NOT NULL,
	`state` text NOT NULL,
	`files` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `organization_export_organization` ON `organization_export` (`organization`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `organization_export_end` ON `organization_export` (`expires_at`);--> statement-breakpoint
CREATE TABLE `project_retention` (
	`project` text PRIMARY KEY NOT NULL,
	`cases` integer,
	`reports` integer,
	`deliveries` integer NOT NULL,
	`usage` integer NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `receipt_key` (
	`key` text PRIMARY KEY NOT NULL,
	`first_used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `billing_customer` (
	`organization` text PRIMARY KEY NOT NULL,
	`customer` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `billing_event` (
	`id` text PRIMARY KEY NOT NULL,
	`customer` text NOT NULL,
	`project` text NOT NULL,
	`meter` text NOT NULL,
	`day` text NOT NULL,
	`value` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `billing_event_day` ON `billing_event` (`day`,`project`,`meter`,`value`);--> statement-breakpoint
CREATE INDEX `billing_event_waiting` ON `billing_event` (`next_attempt_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `billing_event_failed` ON `billing_event` (`created_at`) WHERE state = 'failed';--> statement-breakpoint
CREATE TABLE `last_sweep` (
	`id` integer PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`milliseconds` integer NOT NULL,
	`failed_parts` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `scim_group` (
	`id` text PRIMARY KEY NOT NULL,
	`organization` text NOT NULL,
	`display_name` text NOT NULL,
	`name_key` text NOT NULL,
	`external_id` text,
	`role` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scim_group_name` ON `scim_group` (`organization`,`name_key`);--> statement-breakpoint
CREATE INDEX `scim_group_external` ON `scim_group` (`organization`,`external_id`);--> statement-breakpoint
CREATE TABLE `scim_group_member` (
	`group_id` text NOT NULL,
	`scim_user_id` text NOT NULL,
	PRIMARY KEY(`group_id`, `scim_user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `scim_group`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`scim_user_id`) REFERENCES `scim_user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `scim_group_member_user` ON `scim_group_member` (`scim_user_id`);--> statement-breakpoint
CREATE TABLE `scim_token` (
	`id` text PRIMARY KEY NOT NULL,
	`organization` text NOT NULL,
	`hash` text NOT NULL,
	`hint` text NOT NULL,
	`creator` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`organization`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scim_token_hash_unique` ON `scim_token` (`hash`);--> statement-breakpoint
CREATE INDEX `scim_token_organization` ON `scim_token` (`organization`);--> statement-breakpoint
CREATE TABLE `scim_user` (
	`id` text PRIMARY KEY NOT NULL,
	`organization` text NOT NULL,
	`user_id` text NOT NULL,
	`user_name` text NOT NULL,
	`external_id` text,
	`is_active` integer NOT NULL,
	`attributes` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`organization`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scim_user_name` ON `scim_user` (`organization`,`user_name`);--> statement-breakpoint
CREATE UNIQUE INDEX `scim_user_person` ON `scim_user` (`organization`,`user_id`);--> statement-breakpoint
CREATE INDEX `scim_user_external` ON `scim_user` (`organization`,`external_id`);--> statement-breakpoint
CREATE INDEX `scim_user_account` ON `scim_user` (`user_id`);--> statement-breakpoint
CREATE TABLE `passkey` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkey_user` ON `passkey` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_code` (
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `second_factor` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sign_in_step` (
	`hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`data` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sign_in_step_end` ON `sign_in_step` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sign_in_step_user` ON `sign_in_step` (`user_id`);--> statement-breakpoint
CREATE TABLE `organization_domain` (
	`organization` text NOT NULL,
	`domain` text NOT NULL,
	`token` text NOT NULL,
	`verified_at` integer,
	`checked_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organization`, `domain`),
	FOREIGN KEY (`organization`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organization_domain_verified` ON `organization_domain` (`domain`) WHERE verified_at is not null;--> statement-breakpoint
CREATE TABLE `organization_sign_in` (
	`organization` text PRIMARY KEY NOT NULL,
	`connection` text,
	`secret` text,
	`default_role` text DEFAULT 'member' NOT NULL,
	`is_enforced` integer DEFAULT false NOT NULL,
	`test` text,
	FOREIGN KEY (`organization`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sso_assertion` (
	`organization` text NOT NULL,
	`assertion` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`organization`, `assertion`),
	FOREIGN KEY (`organization`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sso_assertion_end` ON `sso_assertion` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sso_identity` (
	`organization` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`organization`, `subject`),
	FOREIGN KEY (`organization`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sso_identity_user` ON `sso_identity` (`user_id`);--> statement-breakpoint
CREATE TABLE `sso_request` (
	`state` text PRIMARY KEY NOT NULL,
	`organization` text NOT NULL,
	`browser` text NOT NULL,
	`nonce` text NOT NULL,
	`verifier` text,
	`next` text NOT NULL,
	`tester` text,
	`answer` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`organization`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sso_request_end` ON `sso_request` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sso_session` (
	`session_id` text PRIMARY KEY NOT NULL,
	`organization` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `sign_in_device` ADD `trusted_until` integer;--> statement-breakpoint
ALTER TABLE `letter` ADD `unsubscribe` text;--> statement-breakpoint
CREATE INDEX `letter_failed` ON `letter` (`created_at`) WHERE state in ('failed', 'bounced');--> statement-breakpoint
ALTER TABLE `graph_memory` ADD `facts` text;--> statement-breakpoint
ALTER TABLE `graph_memory` ADD `lost_facts` text;--> statement-breakpoint
ALTER TABLE `graph` ADD `overview_revision` integer DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE `graph` ADD `overview_attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `graph_without_overview` ON `graph` (`project`,`updated_at`) WHERE overview_revision < revision and operations + variables + links >= 20000;--> statement-breakpoint
CREATE UNIQUE INDEX `account_provider` ON `account` (`provider_id`,`account_id`);--> statement-breakpoint
CREATE INDEX `delivery_failed` ON `delivery` (`created_at`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `failed_case_failed` ON `failed_case` (`state_at`) WHERE state = 'failed';