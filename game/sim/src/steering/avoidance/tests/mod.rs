mod decision;
mod oracle;
mod rays;
mod scene;
