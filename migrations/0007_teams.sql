CREATE TABLE `alert_rule` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`settings` text NOT NULL,
	`is_timed` integer NOT NULL,
	`created_at` integer NOT NULL,
	`checked_at` integer NOT NULL,
	`fired_at` integer,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `alert_rule_project` ON `alert_rule` (`project`);--> statement-breakpoint
CREATE INDEX `alert_rule_timed` ON `alert_rule` (`project`,`checked_at`) WHERE is_timed;--> statement-breakpoint
CREATE TABLE `audit_entry` (
	`id` text PRIMARY KEY NOT NULL,
	`organization` text NOT NULL,
	`project` text,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`target` text,
	`person` text,
	`person_name` text,
	`person_email` text,
	`key` text,
	`key_name` text,
	`sign_in` text,
	`address` text,
	`user_agent` text,
	`request_id` text NOT NULL,
	`changes` text NOT NULL,
	`outcome` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entry_time` ON `audit_entry` (`organization`,`at`,`id`,`project`,`person`,`action`);--> statement-breakpoint
CREATE INDEX `audit_entry_project` ON `audit_entry` (`organization`,`project`,`at`,`id`,`person`,`action`);--> statement-breakpoint
CREATE INDEX `audit_entry_person` ON `audit_entry` (`organization`,`person`,`at`,`id`,`project`,`action`);--> statement-breakpoint
CREATE INDEX `audit_entry_action` ON `audit_entry` (`organization`,`action`,`at`,`id`,`project`,`person`);--> statement-breakpoint
CREATE INDEX `audit_entry_target` ON `audit_entry` (`organization`,`target`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `audit_pending` (
	`id` text NOT NULL,
	`organization` text NOT NULL,
	`project` text,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`target` text,
	`person` text,
	`person_name` text,
	`person_email` text,
	`key` text,
	`key_name` text,
	`sign_in` text,
	`address` text,
	`user_agent` text,
	`request_id` text NOT NULL,
	`changes` text NOT NULL,
	`attempt` text NOT NULL,
	PRIMARY KEY(`attempt`, `organization`)
);
--> statement-breakpoint
CREATE INDEX `audit_pending_time` ON `audit_pending` (`at`);--> statement-breakpoint
CREATE TABLE `audit_setting` (
	`organization` text PRIMARY KEY NOT NULL,
	`days` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sign_in_device` (
	`user_id` text NOT NULL,
	`device` text NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `device`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `address_link` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`address` text NOT NULL,
	`user_id` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `address_link_address` ON `address_link` (`address`,`purpose`);--> statement-breakpoint
CREATE INDEX `address_link_user` ON `address_link` (`user_id`);--> statement-breakpoint
CREATE INDEX `address_link_end` ON `address_link` (`expires_at`);--> statement-breakpoint
CREATE TABLE `letter` (
	`id` text PRIMARY KEY NOT NULL,
	`once` text NOT NULL,
	`address` text NOT NULL,
	`kind` text NOT NULL,
	`is_urgent` integer NOT NULL,
	`subject` text NOT NULL,
	`text` text,
	`html` text,
	`state` text NOT NULL,
	`attempts` text NOT NULL,
	`claims` integer NOT NULL,
	`first_claim_at` integer,
	`next_attempt_at` integer NOT NULL,
	`until` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `letter_once` ON `letter` (`once`);--> statement-breakpoint
CREATE INDEX `letter_waiting` ON `letter` (`is_urgent`,`next_attempt_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `letter_time` ON `letter` (`created_at`);--> statement-breakpoint
CREATE INDEX `letter_address` ON `letter` (`address`,`created_at`);--> statement-breakpoint
CREATE TABLE `suppressed_address` (
	`address` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`suppressed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `redaction` (
	`project` text PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`sealed_key` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `redaction_count` (
	`project` text NOT NULL,
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`project`, `day`, `kind`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `organization_plan` (
	`organization` text PRIMARY KEY NOT NULL,
	`plan` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `usage_alert` (
	`organization` text NOT NULL,
	`month` text NOT NULL,
	`meter` text NOT NULL,
	`percent` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`organization`, `month`, `meter`, `percent`)
);
--> statement-breakpoint
CREATE TABLE `usage_day` (
	`organization` text NOT NULL,
	`project` text NOT NULL,
	`day` text NOT NULL,
	`events` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`graphs` integer DEFAULT 0 NOT NULL,
	`cases` integer DEFAULT 0 NOT NULL,
	`deliveries` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`project`, `day`)
);
--> statement-breakpoint
CREATE INDEX `usage_day_organization` ON `usage_day` (`organization`,`day`);--> statement-breakpoint
CREATE INDEX `usage_day_day` ON `usage_day` (`day`);--> statement-breakpoint
-- Dropping `member` deletes what refers to it, so invitations wait in a table without references.
CREATE TABLE `kept_invitation` AS SELECT "id", "organization_id", "email", "role", "expires_at", "created_at", "inviter_id" FROM `invitation`;--> statement-breakpoint
DROP TABLE `invitation`;--> statement-breakpoint
CREATE TABLE `__new_member` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "member_role" CHECK("role" in ('owner', 'admin', 'member', 'annotator', 'viewer', 'guest'))
);
--> statement-breakpoint
INSERT INTO `__new_member`("id", "organization_id", "user_id", "role", "created_at") SELECT "id", "organization_id", "user_id", "role", "created_at" FROM `member`;--> statement-breakpoint
DROP TABLE `member`;--> statement-breakpoint
ALTER TABLE `__new_member` RENAME TO `member`;--> statement-breakpoint
CREATE UNIQUE INDEX `member_user_organization` ON `member` (`user_id`,`organization_id`);--> statement-breakpoint
CREATE INDEX `member_organization` ON `member` (`organization_id`);--> statement-breakpoint
CREATE TABLE `invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`inviter_id` text NOT NULL,
	`projects` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`inviter_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`inviter_id`,`organization_id`) REFERENCES `member`(`user_id`,`organization_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invitation_role" CHECK("role" in ('owner', 'admin', 'member', 'annotator', 'viewer', 'guest'))
);
--> statement-breakpoint
INSERT INTO `invitation`("id", "organization_id", "email", "role", "expires_at", "created_at", "inviter_id") SELECT "id", "organization_id", "email", "role", "expires_at", "created_at", "inviter_id" FROM `kept_invitation`;--> statement-breakpoint
DROP TABLE `kept_invitation`;--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_address` ON `invitation` (`organization_id`,`email`);--> statement-breakpoint
CREATE INDEX `invitation_inviter` ON `invitation` (`inviter_id`,`organization_id`);--> statement-breakpoint
CREATE TABLE `project_role` (
	`project` text NOT NULL,
	`user_id` text NOT NULL,
	`organization_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project`, `user_id`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`,`organization_id`) REFERENCES `member`(`user_id`,`organization_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "project_role_role" CHECK(role in ('admin', 'member', 'annotator', 'viewer'))
);
--> statement-breakpoint
CREATE INDEX `project_role_member` ON `project_role` (`user_id`,`organization_id`);--> statement-breakpoint
ALTER TABLE `delivery` ADD `rule` text;--> statement-breakpoint
ALTER TABLE `endpoint` ADD `kind` text DEFAULT 'webhook' NOT NULL;--> statement-breakpoint
ALTER TABLE `endpoint` ADD `include_texts` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `graph` ADD `packed_events` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `graph` ADD `last_pack` integer DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE `graph` ADD `last_pack_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- One row less for each new graph with a user: without a rowid, the key is the table.
CREATE TABLE `graph_user_keyed` (
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`user` text NOT NULL,
	PRIMARY KEY(`project`, `graph`, `user`),
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project`,`graph`) REFERENCES `graph`(`project`,`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `graph_user_keyed` SELECT `project`, `graph`, `user` FROM `graph_user`;--> statement-breakpoint
DROP TABLE `graph_user`;--> statement-breakpoint
ALTER TABLE `graph_user_keyed` RENAME TO `graph_user`;--> statement-breakpoint
CREATE INDEX `graph_user_graphs` ON `graph_user` (`project`,`user`);--> statement-breakpoint
-- An entry of the audit log cannot be changed, and not deleted before its organization's retention ends.
CREATE TRIGGER `audit_entry_unchanged` BEFORE UPDATE ON `audit_entry` BEGIN
	SELECT RAISE(ABORT, 'An entry of the audit log cannot be changed.');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_entry_not_replaced` BEFORE INSERT ON `audit_entry`
WHEN EXISTS (SELECT 1 FROM `audit_entry` WHERE `id` = NEW.`id`) BEGIN
	SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER `audit_entry_kept` BEFORE DELETE ON `audit_entry`
WHEN EXISTS (SELECT 1 FROM `organization` WHERE `id` = OLD.`organization`)
	AND OLD.`at` >= unixepoch() * 1000 - 86400000 * coalesce(
		(SELECT `days` FROM `audit_setting` WHERE `organization` = OLD.`organization`), 400) BEGIN
	SELECT RAISE(ABORT, 'An entry of the audit log cannot be deleted before its retention ends.');
END;
