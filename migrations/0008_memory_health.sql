ALTER TABLE `graph_memory` ADD `facts` text;--> statement-breakpoint
ALTER TABLE `graph_memory` ADD `lost_facts` text;