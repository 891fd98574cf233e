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
